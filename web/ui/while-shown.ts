/** Runs now and then every `ms`, but only while the page is looked at; back in view it makes up for what it missed. Answers how to end it. */
export function whileShown(task: () => void, ms: number): () => void {
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
