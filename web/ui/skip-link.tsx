/**
 * The first stop of the Tab key, which skips the menu and the tabs. The address does not change: a hash would be taken for a page.
 */
export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page
  <a
    className="skip-link"
    href="#main"
    onClick={event => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    跳到正文
  </a>
)
