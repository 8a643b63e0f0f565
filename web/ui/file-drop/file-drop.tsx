import './file-drop.css'
import { FilePdfOutlined, InboxOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { api, isSessionRefusal, sentence } from '#web/api.ts'
import { fileSize } from '#web/ui/format.ts'
import { uploadMegabytesOf } from './limits.ts'

export type DroppedFile = OutputOf<'uploadFile'> & { name: string }

/** What Form.Item gives its field. */
export interface FileFieldProps {
  id?: string
  value?: DroppedFile
  onChange?: (file: DroppedFile | undefined) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
}

interface FileDropProps extends FileFieldProps {
  purpose: InputOf<'uploadFile'>['purpose']
  /** What it is: 营业执照. */
  noun: string
  /** What makes a good one. */
  hint: string
}

const types = ['image/jpeg', 'image/png', 'application/pdf']

/** What can be said before anything is sent; the server looks at the content itself. */
function problemOf(file: File, megabytes: number): string | undefined {
  if (!types.includes(file.type)) return '不支持的文件类型，请上传 JPG、PNG 或 PDF'
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB，请压缩后重试`
}

/** Drop or choose; shows what was stored, how far a new one is, and takes another one instead. */
export function FileDrop({ id, value, onChange, purpose, noun, hint, ...described }: FileDropProps) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(undefined)
  const megabytes = uploadMegabytesOf[purpose]
  useEffect(() => () => sending.current?.abort(), [])

  async function take(file: File | undefined) {
    if (!file) return
    const wrong = problemOf(file, megabytes)
    setProblem(wrong)
    if (wrong) return
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    const answer = await api.uploadFile(
      { purpose },
      { file, onProgress: setShare, signal: controller.signal, quiet: true },
    )
    if (controller.signal.aborted) return
    setShare(undefined)
    if (answer.ok) onChange?.({ ...answer.data, name: file.name })
    else if (!isSessionRefusal(answer)) setProblem(sentence(answer))
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer alone; the file field inside is for everyone
    <div
      className="file-drop"
      data-over={over ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="file-drop-field">
        <input
          {...described}
          ref={input}
          id={id}
          type="file"
          accept={types.join(',')}
          onChange={event => {
            void take(event.target.files?.[0])
            // The same file may be chosen again after an error.
            event.target.value = ''
          }}
        />
        {value ? <Preview file={value} noun={noun} /> : <InboxOutlined />}
        <span className="file-drop-text">
          <strong>{value ? value.name : `把${noun}拖到这里，或点击选择`}</strong>
          <small>
            {value
              ? `已上传，${fileSize(value.size)}。点击或拖入可更换`
              : `JPG、PNG 或 PDF，不超过 ${megabytes} MB；${hint}`}
          </small>
        </span>
      </label>
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {problem && (
        <p className="file-drop-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const Preview = ({ file, noun }: { file: DroppedFile; noun: string }) =>
  file.content_type === 'application/pdf' ? <FilePdfOutlined /> : <img src={file.url} alt={`已上传的${noun}`} />
