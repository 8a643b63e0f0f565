import { Form, Progress, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { clientTypeOrder } from '#contract/installer-names.ts'
import { type Answered, sentence } from '#web/data/answers.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusGroup } from '#web/ui/focus-group.ts'
import { FormDraft, useFormDraft } from '#web/ui/form-draft.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { type SubmissionOptions, useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { AddressItems } from './address-items.tsx'
import { FileItems } from './file-items.tsx'
import { HashItem, NotesItems, VersionItems } from './release-items.tsx'

interface Common {
  client_type: (typeof clientTypeOrder)[number]
  version: string
  notes?: string
  force_update: boolean
}

type Values = Common &
  ({ way: 'file'; file: File; sha256?: string } | { way: 'address'; url: string; size: number; sha256: string })

/** Milliseconds, for hundreds of megabytes over a slow connection. A stalled connection ends the upload earlier. */
const timeout = 7_200_000

export function PublishDialog({ open, close, done }: { open: boolean; close: () => void; done: () => void }) {
  const [form] = Form.useForm<Values>()
  const elsewhere = Form.useWatch('way', form) === 'address'
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function upload(
    { client_type, version, notes = '', force_update, file, sha256 = '' }: Extract<Values, { way: 'file' }>,
    options: SubmissionOptions,
  ) {
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    const answer = await api.uploadInstaller(
      {
        client_type: `${client_type}` as const,
        version,
        notes,
        sha256,
        force_update: force_update ? 'true' : 'false',
        size: String(file.size),
      },
      { ...options, file, signal: controller.signal, onProgress: setShare, timeout },
    )
    setShare(undefined)
    return answer
  }
  const { busy, submit } = useSubmission({
    call(values: Values, options): Promise<Answered<{ installer_id: string; sha256?: string }>> {
      setProblem('')
      if (values.way === 'file') return upload(values, options)
      const { way: _, notes = '', ...release } = values
      return api.publishInstallerAddress({ ...release, notes }, options)
    },
    message: ({ data, msg }) => (data.sha256 ? `${msg}，SHA-256 ${data.sha256.slice(0, 12)}…` : msg),
    done,
    onRefused(answer) {
      if (sending.current?.signal.aborted) return
      if (answer.code === -41003) showRefusal(answer, { form })
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
    // An address that was sent cannot be withdrawn, and its refusal needs the form's input.
    if (busy && share === undefined) return
    sending.current?.abort()
    settle()
  }
  return (
    <Dialog
      title="发布新版本"
      open={open}
      // antd does not close it while it is being sent, but reports the click: only the button ends an upload and discards the
      // input.
      onCancel={close}
      cancelButtonProps={{ onClick: leave }}
      onOk={() => form.submit()}
      okText={elsewhere ? '发布' : '上传并发布'}
      cancelText={share === undefined ? '取消' : '取消上传'}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={send}
        onFinishFailed={focusGroup(form)}
        onValuesChange={draft.keep}
        disabled={busy}
        className="dialog-form"
      >
        <FormDraft name="installer" subject={undefined} draft={draft} />
        <VersionItems />
        <Form.Item name="way" label="文件" initialValue="file">
          <Radio.Group
            options={[
              { value: 'file', label: '上传文件' },
              { value: 'address', label: '填写地址' },
            ]}
          />
        </Form.Item>
        {elsewhere ? <AddressItems /> : <FileItems />}
        <HashItem required={elsewhere} />
        <NotesItems />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {share !== undefined && (
        <div role="status">
          <Progress percent={Math.floor(share * 100)} aria-label="上传进度" status="active" />
          <p className="quiet">{share < 1 ? '正在上传，请不要关闭页面…' : '已全部收到，正在保存…'}</p>
        </div>
      )}
      {problem && <Alert type="error" title={problem} />}
    </Dialog>
  )
}
