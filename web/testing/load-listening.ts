import { onTestFinished, vi } from 'vitest'

/** Loads a script that listens to the window for as long as its page lives; in a test, until the test ends. */
export async function loadListening(load: () => Promise<unknown>): Promise<void> {
  const listening = vi.spyOn(globalThis, 'addEventListener')
  onTestFinished(() => {
    for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener)
  })
  await load()
}
