import { topOverlay } from './covers.ts'
import { isShown } from './is-shown.ts'

/** A closing overlay is still shown for a short time, but takes no more input (`ui/dialog.tsx`). */
const pressable = (place: ParentNode, selector: string) =>
  [...place.querySelectorAll<HTMLButtonElement>(selector)].filter(each => isShown(each) && !each.closest('[inert]'))

/**
 * Returns the button that Ctrl-Enter presses: that of the dialog covering the page, otherwise that of the form with the focus, or
 * the only one on the page. Under any other overlay, such as the palette, the page is out of reach.
 */
function buttonToPress(): HTMLButtonElement | undefined {
  const cover = topOverlay()
  const form = document.activeElement?.closest('form')
  // A drawer has no such button, but a form in it may.
  if (cover) {
    const [button] = pressable(cover, '.ant-modal-footer .ant-btn-primary')
    return (
      button ?? (form && cover.contains(form) ? pressable(form, '[data-look="primary"][type="submit"]')[0] : undefined)
    )
  }
  const page = pressable(document, 'main .main-act, main form [data-look="primary"][type="submit"]')
  return page.find(({ form: of }) => of && of === form) ?? (page.length === 1 ? page[0] : undefined)
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  const button = buttonToPress()
  // A key still held down after a dialog has closed would submit the form behind it.
  if (!button && !event.repeat) return
  event.preventDefault()
  event.stopPropagation()
  if (button && !button.disabled && !event.repeat) button.click()
}

/** Submits on Ctrl-Enter wherever the focus is, so that the user need not move through a whole form. */
export function submitByKey(): () => void {
  // Handled before the field, because a list of options would take the key as a choice.
  document.addEventListener('keydown', onKey, true)
  return () => document.removeEventListener('keydown', onKey, true)
}
