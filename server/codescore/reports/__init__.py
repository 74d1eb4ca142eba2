"""Recorded results to tables, plots and pages.  Reads files, computes nothing; knows no metric, model or language."""
