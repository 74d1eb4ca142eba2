"""Adding a language: a first folder made from a grammar and one source, and the check of a folder's examples.

`survey` reads what a source shows of its grammar, `folder` writes that down as a language, `distribution` wraps it as a
package of its own, `conformance` holds a language to its examples.  Knows no model and no training.
"""
