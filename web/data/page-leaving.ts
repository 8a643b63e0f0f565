/** Milliseconds after which a page that was about to be left counts as still open: it was a download, or the user chose to stay. */
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
  // The browser may restore the page as it was.
  addEventListener('pageshow', () => {
    hidden = false
    leftAt = Number.NEGATIVE_INFINITY
  })
}

/** Reports whether the page is being left or reloaded: the browser then aborts its requests, which is not a network error. */
export const isPageLeaving = () => hidden || Date.now() - leftAt < stayedAfter
