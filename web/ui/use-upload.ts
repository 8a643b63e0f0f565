import { type ChangeEvent, type DragEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isSessionRefusal, type Refused, sentence } from '#web/data/answers.ts'
import { useUploadReport } from './upload-item.tsx'

interface Sending {
  file: File
  signal: AbortSignal
  onProgress: (share: number) => void
}

export interface Upload<Data> {
  /** Finds problems before anything is uploaded; the server checks the content itself. */
  problemOf: (file: File) => string | undefined
  send: (sending: Sending) => Promise<{ ok: true; data: Data } | Refused>
  onUploaded: (data: Data, file: File) => void
}

/**
 * Uploads a file that is dropped on `area` or chosen through `choose`. A later file replaces it; leaving the page aborts it. In a
 * form it must be inside an `UploadItem`, which waits for it.
 */
export function useUpload<Data>({ problemOf, send, onUploaded }: Upload<Data>) {
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [dragOver, setDragOver] = useState(false)
  const sending = useRef<AbortController>(undefined)
  const report = useUploadReport()
  // The field's value may have changed since the upload began.
  const latest = useRef(onUploaded)
  useLayoutEffect(() => {
    latest.current = onUploaded
  })
  useEffect(() => () => sending.current?.abort(), [])

  async function upload(file: File | undefined) {
    if (!file) return
    const invalid = problemOf(file)
    setProblem(invalid)
    if (invalid) return
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    setProgress(0)
    report?.(true)
    const answer = await send({ file, signal: controller.signal, onProgress: setProgress })
    if (controller.signal.aborted) return
    setProgress(undefined)
    report?.(false)
    if (answer.ok) latest.current(answer.data, file)
    else if (!isSessionRefusal(answer)) setProblem(sentence(answer))
  }

  return {
    /** The uploaded share, from 0 to 1, during an upload. */
    progress: progress,
    problem,
    /** Accepts a file from elsewhere, such as a paste. */
    upload: (file: File) => void upload(file),
    dropProps: {
      'data-over': dragOver ? '' : undefined,
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setDragOver(true)
      },
      onDragLeave: () => setDragOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setDragOver(false)
        void upload(event.dataTransfer.files[0])
      },
    },
    onChange(event: ChangeEvent<HTMLInputElement>) {
      void upload(event.target.files?.[0])
      // Allows the same file to be chosen again after an error.
      event.target.value = ''
    },
  }
}
