import './loading.css'

let open = 0
let box: HTMLElement | undefined

function show(): void {
  if (typeof document === 'undefined') return
  box ??= document.createElement('div')
  box.className = 'loading'
  box.role = 'status'
  box.popover = 'manual'
  box.innerHTML = '<span class="loading-ring" aria-hidden="true"></span>'
  box.append('数据加载中...')
  document.body.append(box)
  // A popover is in the top layer, above an open dialog.
  box.showPopover()
}

/**
 * Counts the pending calls: the overlay opens with the first and closes with the last. Its CSS delays it, so that quick
 * calls don't flicker.
 */
export const loading = {
  begin(): () => void {
    if (open++ === 0) show()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (--open === 0) box?.remove()
    }
  },
  count: () => open,
}
