import '../content.css'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Segmented } from '#web/ui/segmented.tsx'

type View = 'write' | 'both' | 'preview'

const wide = '(min-width: 1024px)'
function watchWide(listener: () => void): () => void {
  const media = matchMedia(wide)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

interface PanesProps {
  editor: ReactNode
  /** Rendered only while visible, because it calls the server. */
  preview: () => ReactNode
}

/** A text and its preview: side by side if there is space, otherwise one of them. */
export function Panes({ editor, preview }: PanesProps) {
  const [view, setView] = useState<View>('both')
  const isWide = useSyncExternalStore(watchWide, () => matchMedia(wide).matches)
  const shown = view === 'both' && !isWide ? 'write' : view
  const options: { value: View; label: string }[] = [
    { value: 'write', label: '编写' },
    ...(isWide ? [{ value: 'both' as const, label: '并排' }] : []),
    { value: 'preview', label: '预览' },
  ]
  return (
    <section className="panes" data-view={shown} aria-label="正文">
      <div className="panes-head">
        <h2>正文</h2>
        <Segmented aria-label="显示" value={shown} options={options} onChange={setView} />
      </div>
      <div className="panes-body">
        {/* The editor stays mounted, so that undo still works after viewing the preview. */}
        <div hidden={shown === 'preview'}>{editor}</div>
        {shown !== 'write' && preview()}
      </div>
    </section>
  )
}
