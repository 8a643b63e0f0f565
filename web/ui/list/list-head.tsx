import './list.css'
import './list-tools.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMedia } from '../use-media.ts'
import { narrow } from './narrow.ts'

/** A list page's title, an introductory line, and its main buttons. */
export const ListHead = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => (
  <header className="list-head">
    <div>
      <h1>{title}</h1>
      {text && <Introduction>{text}</Introduction>}
    </div>
    {children && <div className="row">{children}</div>}
  </header>
)

/** On a phone it takes one line, so that the rows come first; what does not fit can be shown. */
function Introduction({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  const phone = useMedia(narrow)
  const [cut, setCut] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const shown = text.current
    if (!phone || open || !shown) return
    // It is cut only once the list is there.
    const sizes = new ResizeObserver(() => setCut(shown.scrollWidth > shown.clientWidth))
    sizes.observe(shown)
    return () => sizes.disconnect()
  }, [phone, open])
  return (
    <div className="list-about" data-open={open ? '' : undefined}>
      <p ref={text} className="quiet">
        {children}
      </p>
      {phone && cut && (
        <button type="button" aria-expanded={open} onClick={() => setOpen(now => !now)}>
          {open ? '收起' : '展开'}
        </button>
      )}
    </div>
  )
}
