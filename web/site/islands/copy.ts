/** Copies the text of the element that the button names, and reports it. */
export async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy ?? '')
  const label = button.querySelector('span')
  if (!source || !label) return
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    label.textContent = '已复制'
  } catch {
    // Without permission (or without https) the text is selected, so that it can be copied by keyboard.
    getSelection()?.selectAllChildren(source)
    label.textContent = '请按 Ctrl+C'
  }
  setTimeout(() => {
    label.textContent = '复制'
  }, 2500)
}
