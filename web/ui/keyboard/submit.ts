import { topCover } from './covers.ts'
import { isShown } from './is-shown.ts'

/** What is closing is shown for a moment longer, but takes nothing more (`ui/dialog.tsx`). */
const pressable = (place: ParentNode, selector: string) =>
  [...place.querySelectorAll<HTMLButtonElement>(selector)].filter(each => isShown(each) && !each.closest('[inert]'))

/**
 * What Ctrl-Enter presses: the button of the dialog that covers the page, or else of the form around the focus, or the only one of the
 * page. Under anything else that covers it, such as the palette, the page is out of reach.
 */
function buttonToPress(): HTMLButtonElement | undefined {
  const cover = topCover()
  const form = document.activeElement?.closest('form')
  // A drawer has no such button, but the form that somebody is typing into may.
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
  // A key that is still held down after a dialog has closed would submit what was behind it.
  if (!button && !event.repeat) return
  event.preventDefault()
  event.stopPropagation()
  if (button && !button.disabled && !event.repeat) button.click()
}

/** Submits by Ctrl-Enter from wherever the focus is, so that nobody has to walk past a whole form. */
export function submitByKey(): () => void {
  // Before the field, since a list of choices would take the key for a choice.
  document.addEventListener('keydown', onKey, true)
  return () => document.removeEventListener('keydown', onKey, true)
}
