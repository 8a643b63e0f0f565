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

/** Milliseconds of waiting before the overlay shows. Calls usually finish sooner, and it would only flicker. */
export const loadingDelay = 300

let timer: ReturnType<typeof setTimeout> | undefined

/** Counts the calls that the user waits for: the overlay opens once the first of them takes long, and closes with the last. */
export const loading = {
  begin(): () => void {
    if (open++ === 0) timer = setTimeout(show, loadingDelay)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (--open > 0) return
      clearTimeout(timer)
      box?.remove()
    }
  },
  count: () => open,
}
