import { vi } from 'vitest'

/** Answers the uploads of a page like its other calls; they use XMLHttpRequest to report progress. */
export function stubUploads(respond: (url: string, input: Record<string, unknown>) => Promise<Response>): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      responseText = ''
      #url = ''
      onload?: () => void
      onerror?: () => void
      open(_method: string, url: string) {
        this.#url = url
      }
      setRequestHeader() {}
      getResponseHeader = () => null
      abort() {}
      async send(body: FormData) {
        try {
          const answer = await respond(this.#url, Object.fromEntries(body))
          this.status = answer.status
          this.responseText = await answer.text()
          this.onload?.()
        } catch {
          this.onerror?.()
        }
      }
    },
  )
}
