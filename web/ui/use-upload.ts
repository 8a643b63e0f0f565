import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'

interface Sending {
  file: File
  quiet: true
  signal: AbortSignal
  onProgress: (share: number) => void
}

interface Upload<Data> {
  /** What can be said before anything is sent; the server looks at the content itself. */
  problemOf: (file: File) => string | undefined
  send: (sending: Sending) => Promise<{ ok: true; data: Data } | Refused>
  done: (data: Data, file: File) => void
}

/** A file that is dropped on `area` or chosen by `choose` is sent; a later one takes its place, leaving the page ends it. */
export function useUpload<Data>({ problemOf, send, done }: Upload<Data>) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function take(file: File | undefined) {
    if (!file) return
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong) return
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    const answer = await send({ file, quiet: true, signal: controller.signal, onProgress: setShare })
    if (controller.signal.aborted) return
    setShare(undefined)
    if (answer.ok) done(answer.data, file)
    else if (!isSessionRefusal(answer)) setProblem(sentence(answer))
  }

  return {
    /** How much is sent, from 0 to 1, while a file is under way. */
    share,
    problem,
    /** What came in another way: by a paste. */
    take: (file: File) => void take(file),
    area: {
      'data-over': over ? '' : undefined,
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      },
    },
    choose(event: ChangeEvent<HTMLInputElement>) {
      void take(event.target.files?.[0])
      // The same file may be chosen again after an error.
      event.target.value = ''
    },
  }
}
