import { vi } from 'vitest'

/** Records the files that a page saves; the simulated browser would navigate away for each until `click` is restored. */
export function savedFiles() {
  const files: Blob[] = []
  class Urls extends URL {
    static override createObjectURL = (blob: Blob) => `blob:${files.push(blob)}`
    static override revokeObjectURL = () => {}
  }
  vi.stubGlobal('URL', Urls)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  return { files, click }
}
