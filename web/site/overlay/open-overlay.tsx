import '#web/ui/fields/fields.css'
import './overlay.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { continueTo } from '#web/data/chosen-product.ts'
import { takeNotice } from '#web/data/notice.ts'
import { forgetWanted, wantedAddress } from '#web/data/wanted-address.ts'
import { toast } from '#web/ui/toast.ts'
import { closedAddress } from './closed-address.ts'
import { Overlay } from './overlay.tsx'
import type { Panel } from './panel.ts'
import { closedView, openView } from './view.ts'

let dialog: HTMLDialogElement | undefined

function create(): HTMLDialogElement {
  const element = document.createElement('dialog')
  element.className = 'account-overlay'
  element.setAttribute('aria-labelledby', 'account-overlay-title')
  // Only a press that began on the backdrop closes the dialog: selecting text and releasing outside must not. It closes on click,
  // which a tap would otherwise pass to the link beneath.
  let pressed: EventTarget | null = null
  element.addEventListener('pointerdown', event => {
    pressed = event.target
  })
  element.addEventListener('click', event => {
    if (event.target === element && pressed === element) element.close()
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
  // If opened by the address, or by a link pressed before the page's script had loaded, it has no opener.
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('header [data-overlay="login"]')?.focus({ preventScroll: true })
}

/**
 * Opens the dialog with one of its panels. The focus is trapped inside; closing restores it. `chosen` is the product chosen to buy
 * or try, which opens after the login instead of home.
 */
export function openOverlay(panel: Panel = 'register', chosen?: string): void {
  dialog ??= create()
  // A page whose session had ended may have left a notice. It belongs above the fields, not in a toast that vanishes.
  const notice = chosen ? `登录后${continueTo(chosen)}` : takeNotice()?.text
  flushSync(() => openView(panel, notice, chosen ?? wantedAddress()))
  document.documentElement.classList.add('account-overlay-open')
  if (!dialog.open) dialog.showModal()
  toast.raise()
  dialog.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) input, .panel:not([hidden]) input')?.focus()
}
