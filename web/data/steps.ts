import { createPath, type Location, type NavigationType } from 'react-router'

/**
 * What opens over a page takes a step in the browser's history: an entry for the same page, so that Back closes it and the page stays
 * as it is by then, with its filters and its place.
 */
interface Entry {
  /** Where React Router counts the entry. */
  idx?: number
  step?: true
}

/** What is open over the page, and the entry that its opening came to. */
interface Cover {
  at: number
  /** Reports whether it closes. */
  close: () => boolean
}

// Nobody but React Router and this file writes the state of an entry.
const entryNow = () => (history.state ?? {}) as Entry
const indexNow = () => entryNow().idx ?? 0

const covers: Cover[] = []
let here: Entry = {}

export function beginSteps(): void {
  here = entryNow()
}

/** Adds an entry, unless one is left from what has been closed. The router needs not know, since the page is the same. */
export function takeStep(): void {
  const at = indexNow()
  if (entryNow().step && !covers.some(cover => cover.at === at)) return
  history.pushState({ ...history.state, idx: at + 1, step: true }, '')
  here = entryNow()
}

/** Says what Back closes, unless `close` refuses. The answer is called once it is closed. */
export function cover(close: () => boolean): () => void {
  const own: Cover = { at: indexNow(), close }
  covers.push(own)
  return () => void covers.splice(covers.indexOf(own), 1)
}

/**
 * Follows the router's history, which led from `left` to another entry. Reports whether that was only the way back from a step, of
 * which the router shall hear nothing.
 */
export function wasStep(action: `${NavigationType}`, left: Location): boolean {
  const before = here
  // What replaces the page replaces it below the step as well, which Back then finds (`left`).
  if (action === 'REPLACE' && before.step) history.replaceState({ ...history.state, step: true }, '')
  here = entryNow()
  // The browser's own entries for a fragment have no index.
  if (action !== 'POP' || !before.step || here.idx === undefined || here.idx + 1 !== before.idx) return false
  history.replaceState(history.state, '', createPath(left))
  const open = covers.filter(({ at }) => at === before.idx)
  // It has been closed already, and whoever goes back means to leave the page.
  if (!open.length) history.back()
  // What stays open keeps its entry for the next Back.
  else if (!open.map(({ close }) => close()).every(Boolean)) {
    history.pushState(before, '')
    here = before
  }
  return true
}
