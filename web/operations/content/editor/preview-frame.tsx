import { useEffect, useRef } from 'react'
import type { CallState } from '#web/data/use-request.ts'
import { currentTheme, watchTheme } from '#web/ui/theme.ts'

/** Returns the nonce of this document; frames without an address inherit it with the policy. */
const nonceOf = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

interface PreviewFrameProps {
  answer: { data?: { html: string } | undefined; refused?: CallState<unknown>['refused'] | undefined; loading: boolean }
}

/**
 * The server's document in a frame that runs no scripts. A new version replaces only the content of its main part, so that the
 * reader's scroll position is kept.
 */
export function PreviewFrame({ answer }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const html = answer.data?.html
  useEffect(() => {
    const element = frame.current
    const inside = element?.contentDocument
    if (!element || html === undefined) return
    // The frame already has the styles; parsed here they would violate this document's policy.
    const next = new DOMParser().parseFromString(html.replace(/<style>.*?<\/style>/s, ''), 'text/html')
    const now = inside?.querySelector('main')
    const later = next.querySelector('main')
    if (now && later) {
      now.replaceChildren(...later.childNodes)
      return
    }
    element.srcdoc = html.replaceAll('<style>', `<style nonce="${nonceOf()}">`).replace(/ autofocus=""/, '')
  }, [html])
  useEffect(
    () =>
      watchTheme(() => {
        const root = frame.current?.contentDocument?.documentElement
        if (root) root.dataset.theme = currentTheme()
      }),
    [],
  )

  /** Disables the links, because a preview is not for navigation. */
  function prepare() {
    const inside = frame.current?.contentDocument
    if (!inside) return
    inside.documentElement.dataset.theme = currentTheme()
    inside.addEventListener('submit', event => event.preventDefault())
    inside.addEventListener('click', event => {
      const link = (event.target as Element).closest('a')
      if (!link) return
      event.preventDefault()
      const hash = link.getAttribute('href') ?? ''
      if (hash.startsWith('#')) inside.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    })
  }
  return (
    <div className="preview" aria-busy={answer.loading}>
      {answer.refused && (
        <p className="preview-note" role="alert">
          {answer.refused.msg}
        </p>
      )}
      <iframe ref={frame} title="预览" sandbox="allow-same-origin" onLoad={prepare} />
    </div>
  )
}
