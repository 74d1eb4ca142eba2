"""The study of *Out of the BLEU* (Evtikhiev et al. 2023) done again: grades of people, its tables beside ours."""
