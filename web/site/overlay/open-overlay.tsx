import '#web/ui/fields/fields.css'
import './overlay.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { takeNotice } from '#web/data/notice.ts'
import { forgetWanted, wantedAddress } from '#web/data/wanted-address.ts'
import { toast } from '#web/ui/toast.ts'
import { closedAddress } from './closed-address.ts'
import { Overlay } from './overlay.tsx'
import type { Panel } from './panel.ts'
import { closedView, openView } from './view.ts'

interface OverlayOptions {
  /** A sentence above the panel that explains why it was opened. */
  notice?: string
  /** The page of this portal to open after the login instead of home, usually the one that required it. */
  next?: string
}

let dialog: HTMLDialogElement | undefined

function create(): HTMLDialogElement {
  const element = document.createElement('dialog')
  element.className = 'account-overlay'
  element.setAttribute('aria-labelledby', 'account-overlay-title')
  // Only a press that began on the backdrop closes the dialog: selecting text and releasing outside must not.
  element.addEventListener('pointerdown', event => {
    if (event.target === element) element.close()
  })
  element.addEventListener('close', onClose)
  document.body.append(element)
  const root = createRoot(element)
  flushSync(() => root.render(<Overlay close={() => element.close()} />))
  return element
}

function onClose(): void {
  closedView()
  forgetWanted()
  document.documentElement.classList.remove('account-overlay-open')
  const address = closedAddress(location.href)
  if (address !== location.href) history.replaceState(history.state, '', address)
  // Opened by the address, as also by a link that was pressed before the page's script was there, it has no opener of its own.
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('header [data-overlay="login"]')?.focus({ preventScroll: true })
}

/** Opens the dialog with one of its panels. The focus is trapped inside; closing restores it. */
export function openOverlay(panel: Panel = 'register', options: OverlayOptions = {}): void {
  dialog ??= create()
  // A page whose session had ended may have left a notice. It belongs above the fields, not in a toast that vanishes.
  const notice = options.notice ?? takeNotice()?.text
  flushSync(() => openView(panel, notice, options.next ?? wantedAddress()))
  document.documentElement.classList.add('account-overlay-open')
  if (!dialog.open) dialog.showModal()
  toast.raise()
  dialog.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) input, .panel:not([hidden]) input')?.focus()
}
