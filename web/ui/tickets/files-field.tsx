import './thread.css'
import { PaperClipOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { useRef } from 'react'
import { ticketFiles } from '#contract/ticket-names.ts'
import type { Refused } from '#web/data/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { uploadMegabytesOf } from '../file-drop/limits.ts'
import { fileSize } from '../format.ts'
import { useUpload } from '../use-upload.ts'

export interface AttachedFile {
  file_id: string
  name: string
}

interface Sending {
  file: File
  signal: AbortSignal
  onProgress: (share: number) => void
}

export interface TicketFilesFieldProps {
  /** The upload; companies and operators use different calls. */
  send: (sending: Sending) => Promise<{ ok: true; data: { file_id: string } } | Refused>
  id?: string
  value?: readonly AttachedFile[]
  onChange?: (files: readonly AttachedFile[]) => void
}

const types = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** Finds problems before anything is uploaded; the server checks the content itself. */
function problemOf(file: File): string | undefined {
  if (!types.includes(file.type)) return '不支持的文件类型，请上传图片或 PDF'
  const megabytes = uploadMegabytesOf.ticket
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB，请压缩后重试`
}

/** Attaches files, one after the other. Each is uploaded when it is chosen, and sent with the message. */
export function TicketFilesField({ send, id, value = [], onChange }: TicketFilesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const {
    progress,
    problem,
    onChange: onChoose,
  } = useUpload({
    problemOf,
    send,
    onUploaded: ({ file_id }, { name }) => onChange?.([...value, { file_id, name }]),
  })
  return (
    <div className="ticket-files-field">
      <input
        ref={input}
        id={id}
        type="file"
        aria-label="附件"
        tabIndex={-1}
        accept={types.join(',')}
        onChange={onChoose}
      />
      <Button
        icon={<PaperClipOutlined />}
        disabled={value.length >= ticketFiles || progress !== undefined}
        onClick={() => input.current?.click()}
      >
        添加附件
      </Button>
      {value.length > 0 && (
        <ul className="ticket-files" aria-label="已添加的附件">
          {value.map(({ file_id, name }) => (
            <li key={file_id}>
              {name}{' '}
              <Button
                look="link"
                size="small"
                aria-label={`移除 ${name}`}
                onClick={() => onChange?.(value.filter(each => each.file_id !== file_id))}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      )}
      {progress !== undefined && <Progress percent={Math.round(progress * 100)} size="small" aria-label="上传进度" />}
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
