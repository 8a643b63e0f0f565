import './overlay/fields.css'
import './overlay/overlay.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { takeNotice } from '#web/notice.ts'
import { toast } from '#web/ui/toast.ts'
import { Overlay } from './overlay/overlay.tsx'
import type { Panel } from './overlay/panel.ts'
import { closedView, openView } from './overlay/view.ts'

interface OverlayOptions {
  /** A sentence above the panel: why it was opened. */
  notice?: string
  /** Where a login leads that would else lead home: the page that asked for it. A path of this portal. */
  next?: string
}

let dialog: HTMLDialogElement | undefined

function create(): HTMLDialogElement {
  const element = document.createElement('dialog')
  element.className = 'account-overlay'
  element.setAttribute('aria-labelledby', 'account-overlay-title')
  // A press that began on the backdrop: selecting text and letting go outside must not close it.
  element.addEventListener('pointerdown', event => {
    if (event.target === element) element.close()
  })
  element.addEventListener('close', closed)
  document.body.append(element)
  const root = createRoot(element)
  flushSync(() => root.render(<Overlay close={() => element.close()} />))
  return element
}

function closed(): void {
  closedView()
  document.documentElement.classList.remove('account-overlay-open')
  // Otherwise a reload would open it again.
  const address = new URL(location.href)
  if (!address.searchParams.has('sign')) return
  address.searchParams.delete('sign')
  history.replaceState(history.state, '', address)
}

/** Opens the dialog with one of its panels. Focus is kept inside and goes back where it was on closing. */
export function openOverlay(panel: Panel = 'register', options: OverlayOptions = {}): void {
  dialog ??= create()
  // Sent here by a page whose session had ended: that belongs above the fields, not into a message that goes away.
  const notice = options.notice ?? takeNotice()?.text
  flushSync(() => openView(panel, notice, options.next))
  document.documentElement.classList.add('account-overlay-open')
  if (!dialog.open) dialog.showModal()
  toast.raise()
  dialog.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) input, .panel:not([hidden]) input')?.focus()
}
