"""Translation runs on a page of this machine: looked at, uploaded, gone on with.

`shelf` finds runs, `views` says what is in them, `jobs` goes on with them in processes of their own, `uploads` takes in
files, `site` is what a browser asks; `reports.translation_desk` is the page.
"""
