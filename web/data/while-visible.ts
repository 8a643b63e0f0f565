/**
 * Runs `task` immediately and then every `ms` while the page is visible. When the page becomes visible again, an overdue run
 * happens without delay. Returns a function that stops it.
 */
export function whileVisible(task: () => void, ms: number): () => void {
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    last = Date.now()
    timer = setTimeout(run, ms)
    task()
  }
  function follow(): void {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') return
    const due = last + ms - Date.now()
    if (due > 0) timer = setTimeout(run, due)
    else run()
  }

  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}
