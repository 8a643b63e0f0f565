/** Returns the label of a form's field, without the remark in brackets; a checkbox is named by its own text. */
export function labelOf(id: string): string | undefined {
  const label =
    document.querySelector(`label[for="${CSS.escape(id)}"]`) ?? document.getElementById(id)?.closest('label')
  return label?.textContent?.replace(/（.*$/, '').trim() || undefined
}

/**
 * Returns a value as a field of plain text would show it: what is chosen from a list or a calendar is shown by the field only.
 * `entered` is the field's present value.
 */
export function shownText(id: string, entered: unknown, value: unknown): string | undefined {
  const control = document.getElementById(id)
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return undefined
  if (control.role === 'combobox' || control.closest('.ant-picker') || control.value !== String(entered ?? ''))
    return undefined
  if (value === null || value === '') return '（空）'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
