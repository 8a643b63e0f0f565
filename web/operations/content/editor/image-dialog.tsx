import { InboxOutlined } from '@ant-design/icons'
import { Form, Input, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { imageMegabytes } from '#contract/content-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { fileSize } from '#web/ui/format.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { useUpload } from '#web/ui/use-upload.ts'
import { api } from '../../api.ts'

const types = ['image/jpeg', 'image/png', 'image/webp']

/** Finds problems before anything is uploaded; the server checks the content itself. */
function problemOf(file: File): string | undefined {
  if (!types.includes(file.type)) return '不支持的图片类型，请上传 JPG、PNG 或 WebP'
  if (file.size > imageMegabytes * 1024 * 1024)
    return `图片为 ${fileSize(file.size)}，超过 ${imageMegabytes} MB，请压缩后重试`
}

interface ImageDialogProps extends DialogProps {
  /** A file pasted or dropped into the text. */
  picture: File | undefined
  insert: (markdown: string) => void
}

/** Uploads a picture and asks for a description for people who cannot see it. */
export function ImageDialog({ picture, open, close, insert }: ImageDialogProps) {
  const [form] = Form.useForm<{ alt: string }>()
  const [url, setUrl] = useState<string>()
  const upload = useUpload({
    problemOf,
    send: sending => api.uploadArticleImage({}, sending),
    onUploaded: stored => setUrl(stored.url),
  })
  // A pasted or dropped file is uploaded as soon as the dialog opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a file
  useEffect(() => {
    if (picture) upload.upload(picture)
  }, [picture])
  function finish({ alt }: { alt: string }) {
    if (!url || upload.progress !== undefined) return
    // Brackets are removed, because they would end the text.
    insert(`![${alt.trim().replaceAll(/[[\]\\]/g, '')}](${url})`)
    close()
  }
  return (
    <Dialog
      title="插入图片"
      open={open}
      onCancel={close}
      onOk={() => form.submit()}
      okText="插入"
      okButtonProps={{ disabled: !url || upload.progress !== undefined }}
      mask={{ closable: false }}
      width={480}
    >
      <Form form={form} layout="vertical" onFinish={finish} className="dialog-form">
        <div className="image-drop" {...upload.dropProps}>
          <label>
            <input type="file" aria-label="选择图片" accept={types.join(',')} onChange={upload.onChange} />
            {url ? <img src={url} alt="已上传的图片" /> : <InboxOutlined />}
            <span>
              {url
                ? '点击或拖入可更换'
                : `把图片拖到这里、粘贴到正文，或点击选择；JPG、PNG、WebP，不超过 ${imageMegabytes} MB`}
            </span>
          </label>
          {upload.progress !== undefined && (
            <Progress percent={Math.round(upload.progress * 100)} size="small" aria-label="上传进度" />
          )}
          {upload.problem && (
            <p className="image-problem" role="alert">
              {upload.problem}
            </p>
          )}
        </div>
        <Form.Item
          name="alt"
          label="图片说明"
          extra="一句话说出图里是什么，供看不到图片的读者与搜索引擎使用"
          rules={[{ required: true, whitespace: true, message: '请填写图片说明' }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Dialog>
  )
}
