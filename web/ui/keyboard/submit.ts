import { isShown } from './is-shown.ts'

const shownIn = (place: ParentNode | null | undefined, selector: string) =>
  [...(place?.querySelectorAll<HTMLButtonElement>(selector) ?? [])].filter(isShown)

/** What Ctrl-Enter presses: the button of the open dialog, of the form around the focus, or the only one of the page. */
function buttonToPress(): HTMLButtonElement | undefined {
  const dialog = shownIn(document, '[role="dialog"]').at(-1)
  if (dialog) return shownIn(dialog, '.ant-modal-footer .ant-btn-primary')[0]
  const form = document.activeElement?.closest('form')
  const page = shownIn(document, 'main .main-act, main form .ant-btn-primary[type="submit"]')
  return page.find(({ form: of }) => of && of === form) ?? (page.length === 1 ? page[0] : undefined)
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  const button = buttonToPress()
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  if (!button.disabled) button.click()
}

/** Submits by Ctrl-Enter from wherever the focus is, so that nobody has to walk past a whole form. */
export function submitByKey(): () => void {
  // Before the field, since a list of choices would take the key for a choice.
  document.addEventListener('keydown', onKey, true)
  return () => document.removeEventListener('keydown', onKey, true)
}
