import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { isTyping } from '../keyboard/is-typing.ts'
import { submitByKey } from '../keyboard/submit.ts'
import { onDemandPart } from '../lazy-part.tsx'
import { undoByKey } from '../toast.ts'
import type { CommandSource } from './command.ts'

const Palette = onDemandPart(async () => (await import('./palette.tsx')).Palette)
const Shortcuts = onDemandPart(async () => (await import('../keyboard/shortcuts.tsx')).Shortcuts)

/** On a page with its own search, `/` goes there. */
const search = () => document.querySelector<HTMLInputElement>('main .search-filter input, main input[type="search"]')

interface CommandsProps {
  /** Must be a constant. */
  sources: readonly CommandSource[]
  /** Begins the tour, if the app has one. */
  tour?: () => void
}

/** The command palette of an app, its button in the bar and the keys that work everywhere. */
export function Commands({ sources, tour }: CommandsProps) {
  const [shown, setShown] = useState<'palette' | 'shortcuts'>()
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const palette =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (palette) setShown(before => (before === 'palette' ? undefined : 'palette'))
      else if (isTyping(event)) return
      else if (event.key === '/') {
        const field = search()
        if (field) field.focus()
        else setShown('palette')
      } else if (event.key === '?') setShown('shortcuts')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(submitByKey, [])
  useEffect(undoByKey, [])
  const close = () => setShown(undefined)
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label="搜索与命令 Ctrl K"
        aria-keyshortcuts="Control+K"
        onClick={() => setShown('palette')}
      >
        <SearchOutlined />
        <span>搜索与命令</span>
        <kbd>Ctrl K</kbd>
      </button>
      {shown === 'palette' && <Palette sources={sources} close={close} />}
      {shown === 'shortcuts' && <Shortcuts close={close} tour={tour} />}
    </>
  )
}
