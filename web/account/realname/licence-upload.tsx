import { FilePdfOutlined, InboxOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { uploadMegabytesOf } from '#web/account/realname/limits.ts'
import { api } from '#web/api.ts'
import { fileSize } from '#web/ui/format.ts'
import { useUpload } from '#web/ui/use-upload.ts'

export type Licence = OutputOf<'uploadFile'> & { name: string }

interface LicenceUploadProps {
  /** Given by Form.Item. */
  id?: string
  value?: Licence
  onChange?: (licence: Licence | undefined) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
}

const types = ['image/jpeg', 'image/png', 'application/pdf']

function problemOf(file: File): string | undefined {
  if (!types.includes(file.type)) return '不支持的文件类型，请上传 JPG、PNG 或 PDF'
  if (file.size > uploadMegabytesOf.licence * 1024 * 1024)
    return `文件为 ${fileSize(file.size)}，超过 ${uploadMegabytesOf.licence} MB，请压缩后重试`
}

/** Drop or choose; shows what was stored, how far a new one is, and takes another one instead. */
export function LicenceUpload({ id, value, onChange, ...described }: LicenceUploadProps) {
  const { share, problem, area, choose } = useUpload({
    problemOf,
    send: sending => api.uploadFile({ purpose: 'licence' }, sending),
    done: (stored, file) => onChange?.({ ...stored, name: file.name }),
  })

  return (
    <div className="licence" {...area}>
      <label className="licence-drop">
        <input {...described} id={id} type="file" accept={types.join(',')} onChange={choose} />
        {value ? <Preview licence={value} /> : <InboxOutlined />}
        <span className="licence-text">
          <strong>{value ? value.name : '把营业执照拖到这里，或点击选择'}</strong>
          <small>
            {value
              ? `已上传，${fileSize(value.size)}。点击或拖入可更换`
              : `JPG、PNG 或 PDF，不超过 ${uploadMegabytesOf.licence} MB；四角完整、文字清晰`}
          </small>
        </span>
      </label>
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {problem && (
        <p className="licence-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const Preview = ({ licence }: { licence: Licence }) =>
  licence.content_type === 'application/pdf' ? <FilePdfOutlined /> : <img src={licence.url} alt="已上传的营业执照" />
