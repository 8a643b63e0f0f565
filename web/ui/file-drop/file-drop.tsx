import './file-drop.css'
import { FilePdfOutlined, InboxOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { fileSize } from '#web/ui/format.ts'
import { useUpload } from '#web/ui/use-upload.ts'
import { uploadMegabytesOf } from './limits.ts'

export type DroppedFile = OutputOf<'uploadFile'> & { name: string }

/** The props that Form.Item passes to its field. */
export interface FileFieldProps {
  id?: string
  value?: DroppedFile
  onChange?: (file: DroppedFile | undefined) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
}

interface FileDropProps extends FileFieldProps {
  purpose: InputOf<'uploadFile'>['purpose']
  /** The kind of document: 营业执照. */
  noun: string
  /** Describes an acceptable file. */
  hint: string
}

const types = ['image/jpeg', 'image/png', 'application/pdf']

/** Finds problems before anything is uploaded; the server checks the content itself. */
function problemOf(file: File, megabytes: number): string | undefined {
  if (!types.includes(file.type)) return '不支持的文件类型，请上传 JPG、PNG 或 PDF'
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB，请压缩后重试`
}

/** Accepts a file by drop or choice, shows the stored one and the progress of a new one, and lets it be replaced. */
export function FileDrop({ id, value, onChange, purpose, noun, hint, ...described }: FileDropProps) {
  const megabytes = uploadMegabytesOf[purpose]
  const {
    progress,
    problem,
    dropProps,
    onChange: onFileChange,
  } = useUpload({
    problemOf: file => problemOf(file, megabytes),
    send: sending => api.uploadFile({ purpose }, sending),
    onUploaded: (stored, file) => onChange?.({ ...stored, name: file.name }),
  })

  return (
    <div className="file-drop" {...dropProps}>
      <label className="file-drop-field">
        <input {...described} id={id} type="file" accept={types.join(',')} onChange={onFileChange} />
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
      {progress !== undefined && <Progress percent={Math.round(progress * 100)} size="small" aria-label="上传进度" />}
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
