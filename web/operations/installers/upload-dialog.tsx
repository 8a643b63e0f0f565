import '#web/ui/file-drop/file-drop.css'
import { InboxOutlined } from '@ant-design/icons'
import { Form, Input, Progress, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  clientTypeNames,
  clientTypeOrder,
  installerBytes,
  installerExtensions,
  installerGigabytes,
  versionPattern,
} from '#contract/installer-names.ts'
import { installerFields } from '#contract/records/installer-fields.ts'
import { sentence } from '#web/data/answers.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDraft, useFormDraft } from '#web/ui/form-draft.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Switch } from '#web/ui/switch.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { forceText } from './edit-dialog.tsx'

interface Values {
  client_type: '1' | '2' | '4'
  version: string
  notes?: string
  sha256?: string
  force_update: boolean
  file: File
}

/** Hundreds of megabytes may come over a slow line. A stalled connection ends the upload earlier. */
const timeout = 7_200_000

function problemOf(file: File | undefined): string | undefined {
  if (!file) return '请选择安装包'
  const extension = file.name.split('.').at(-1)?.toLowerCase()
  if (!installerExtensions.some(allowed => allowed === extension))
    return `安装包须为 ${installerExtensions.join('、')} 文件`
  if (!file.size) return '文件是空的'
  if (file.size > installerBytes) return `文件为 ${fileSize(file.size)}，超过 ${installerGigabytes} GB`
}

export function UploadDialog({ open, close, done }: { open: boolean; close: () => void; done: () => void }) {
  const [form] = Form.useForm<Values>()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const { submit } = useSubmission({
    async call({ file, force_update, notes = '', sha256 = '', ...values }: Values, options) {
      const controller = new AbortController()
      sending.current = controller
      setProblem('')
      setShare(0)
      const answer = await api.uploadInstaller(
        { ...values, notes, sha256, force_update: force_update ? 'true' : 'false', size: String(file.size) },
        { ...options, file, signal: controller.signal, onProgress: setShare, timeout },
      )
      setShare(undefined)
      return answer
    },
    message: ({ data, msg }) => `${msg}，SHA-256 ${data.sha256.slice(0, 12)}…`,
    done,
    onRefused(answer) {
      if (sending.current?.signal.aborted) return
      if (answer.code === -41003) tellRefusal(answer, { form })
      else setProblem(sentence(answer))
    },
  })
  const draft = useFormDraft()
  function settle() {
    draft.drop()
    close()
  }
  async function send(values: Values) {
    if (await submit(values)) settle()
  }
  function leave() {
    sending.current?.abort()
    settle()
  }
  const busy = share !== undefined
  return (
    <Dialog
      title="上传新版本"
      open={open}
      // antd closes nothing while it is sent, but reports the click: only the button ends an upload, and gives up what was typed.
      onCancel={close}
      cancelButtonProps={{ onClick: leave }}
      onOk={() => form.submit()}
      okText="上传并发布"
      cancelText={busy ? '取消上传' : '取消'}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={send}
        // A group of radio buttons can't have the focus itself.
        onFinishFailed={({ errorFields: [first] }) =>
          first?.name[0] === 'client_type' && form.getFieldInstance('client_type')?.querySelector('input')?.focus()
        }
        onValuesChange={draft.keep}
        disabled={busy}
        className="dialog-form"
      >
        <FormDraft name="installer" subject={undefined} draft={draft} />
        <Form.Item name="client_type" label="系统" rules={[{ required: true, message: '请选择系统' }]}>
          <Radio.Group options={clientTypeOrder.map(type => ({ value: String(type), label: clientTypeNames[type] }))} />
        </Form.Item>
        <Form.Item
          name="version"
          label={installerFields.version.label}
          extra="须高于该系统现在的版本"
          rules={[{ required: true, pattern: versionPattern, message: '版本号写作 12.0.1' }]}
        >
          <Input maxLength={installerFields.version.max} placeholder="12.0.1" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="file"
          label="安装包"
          rules={[
            { required: true, message: '' },
            {
              validator: (_rule, file: File | undefined) => {
                const wrong = problemOf(file)
                return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve()
              },
            },
          ]}
        >
          <FileChoice />
        </Form.Item>
        <Form.Item name="notes" label={installerFields.notes.label} extra="一行一条，以“- ”开头；显示在下载页与客户端">
          <Input.TextArea rows={3} maxLength={installerFields.notes.max} />
        </Form.Item>
        <Form.Item
          name="sha256"
          label="SHA-256（可不填）"
          extra="填写后，与收到的文件核对，不一致则不发布"
          rules={[{ pattern: /^\s*([0-9a-f]{64})?\s*$/i, message: '64 位十六进制数字' }]}
        >
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="force_update"
          label="强制更新"
          initialValue={false}
          valuePropName="checked"
          extra={`${forceText}以后可以修改。`}
        >
          <Switch />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {busy && (
        <div role="status">
          <Progress percent={Math.floor(share * 100)} aria-label="上传进度" status="active" />
          <p className="quiet">{share < 1 ? '正在上传，请不要关闭页面…' : '已全部收到，正在保存…'}</p>
        </div>
      )}
      {problem && <Alert type="error" title={problem} />}
    </Dialog>
  )
}

interface FileChoiceProps {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
  'aria-describedby'?: string
}

function FileChoice({ id, value, onChange, ...described }: FileChoiceProps) {
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside offers the same to the keyboard
    <div
      className="file-drop"
      data-over={over ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onChange?.(event.dataTransfer.files[0])
      }}
    >
      <label className="file-drop-field">
        <input
          {...described}
          id={id}
          type="file"
          accept={installerExtensions.map(extension => `.${extension}`).join(',')}
          onChange={event => onChange?.(event.target.files?.[0])}
        />
        <InboxOutlined />
        <span className="file-drop-text">
          <strong>{value ? value.name : '把安装包拖到这里，或点击选择'}</strong>
          <small>
            {value
              ? `${fileSize(value.size)}。点击或拖入可更换`
              : `${installerExtensions.join('、')}，不超过 ${installerGigabytes} GB`}
          </small>
        </span>
      </label>
    </div>
  )
}
