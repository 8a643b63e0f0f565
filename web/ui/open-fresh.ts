import type { MouseEvent } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { showRefusal } from './show-refusal.ts'

type Fetch = () => Promise<{ ok: true; data: { url: string | undefined } } | Refused>

/**
 * Opens a file by an address that is fetched on the click: one that came with the page is valid for ten minutes, and pages stay
 * open longer. The tab opens immediately, because browsers block one that opens after the click.
 */
export function openFresh(fetch: Fetch) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    void fetch().then(answer => {
      if (answer.ok && answer.data.url) return (tab ?? window).location.replace(answer.data.url)
      tab?.close()
      if (!answer.ok) showRefusal(answer)
    })
  }
}
