/** Milliseconds after which a page that was about to be left is still here: a download, or somebody chose to stay. */
const stayedAfter = 1000

let leftAt = Number.NEGATIVE_INFINITY
let hidden = false

if (typeof addEventListener === 'function') {
  addEventListener('beforeunload', () => {
    leftAt = Date.now()
  })
  addEventListener('pagehide', () => {
    hidden = true
  })
  // The browser may bring the page back as it was.
  addEventListener('pageshow', () => {
    hidden = false
    leftAt = Number.NEGATIVE_INFINITY
  })
}

/** Reports whether the page is being left or reloaded: the browser then ends its requests, which is no network error. */
export const isPageLeaving = () => hidden || Date.now() - leftAt < stayedAfter
