;;; eglot.el --- CodeScore-R with Eglot  -*- lexical-binding: t -*-

;; For init.el.  Eglot starts one server per project and mode: this one in place of another, not beside it.
;; `M-x eglot' in a file of one of these modes starts it.

;;; Code:

(defvar eglot-server-programs)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((c-mode
                  c-ts-mode
                  c++-mode
                  c++-ts-mode
                  csharp-mode
                  csharp-ts-mode
                  go-mode
                  go-ts-mode
                  java-mode
                  java-ts-mode
                  js-mode
                  js-ts-mode
                  kotlin-mode
                  kotlin-ts-mode
                  php-mode
                  php-ts-mode
                  python-mode
                  python-ts-mode
                  ruby-mode
                  ruby-ts-mode
                  rust-mode
                  rust-ts-mode
                  swift-mode
                  swift-ts-mode
                  tsx-ts-mode
                  typescript-mode
                  typescript-ts-mode) . ("codescore" "serve"))))

;; What the server is told.  Newer versions of Eglot draw inlay hints: `eglot-inlay-hints-mode'.
(setq-default eglot-workspace-configuration
              '(:codescore (:badges "hints" :severity "warning")))

;; The whole verdict, with its reasons, when point is on a function's name: `M-x eldoc-doc-buffer'.
;; What can be done there (compare, use as reference, ...): `M-x eglot-code-actions'.

(provide 'codescore-eglot)
;;; eglot.el ends here
