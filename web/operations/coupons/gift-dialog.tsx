import type { DialogProps } from '#web/ui/use-dialog.ts'
import './coupons.css'
import { UploadOutlined } from '@ant-design/icons'
import { Form, Input, Progress } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { giftRows } from '#contract/operations/coupons-names.ts'
import { Button } from '#web/ui/button.tsx'
import { hidden } from '#web/ui/confirm-question.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count, fileSize } from '#web/ui/format.ts'
import { useUpload } from '#web/ui/use-upload.ts'
import { api } from '../api.ts'
import { giftPath } from '../paths.ts'
import { type ListedType, promiseOf } from './coupon-type.ts'

const megabytes = 5
const accept = '.txt,.csv,.xlsx'

function problemOf(file: File): string | undefined {
  if (!/\.(?:txt|csv|xlsx)$/i.test(file.name)) return `“${file.name}”不是文本、CSV 或 XLSX 文件`
  if (file.size > megabytes * 1024 * 1024) return `文件为 ${fileSize(file.size)}，超过 ${megabytes} MB`
}

interface GiftDialogProps extends DialogProps {
  type: ListedType
}

/** Accepts recipients typed or from a file, and shows the effect of each line before anything is given. */
export function GiftDialog({ type, ...dialog }: GiftDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { coupon_type_id, name } = type
  const show = ({ gift_id }: { gift_id: string }) => void navigate(giftPath(coupon_type_id, gift_id))
  const {
    progress: share,
    problem,
    dropProps: area,
    onChange: choose,
  } = useUpload({
    problemOf,
    send: sending => api.previewCouponGift({ coupon_type_id }, sending),
    onUploaded: show,
  })
  return (
    <DialogForm
      title={`赠送“${name}”`}
      subject={coupon_type_id}
      okText="检查名单"
      {...dialog}
      call={({ lines }, options) =>
        api.previewCouponGift(
          { coupon_type_id },
          { ...options, file: new File([lines], 'lines.txt', { type: 'text/plain' }) },
        )
      }
      input={(values: { lines: string }) => values}
      fieldOf={{ [-53503]: 'lines', [-53504]: 'lines', [-53505]: 'lines' }}
      message=""
      onSuccess={({ data }) => show(data)}
    >
      <p className="dialog-about">{promiseOf(type)}。先逐行检查，确认之后才会赠送；每家企业一张。</p>
      <Form.Item
        name="lines"
        label="企业，每行一家"
        extra={`统一社会信用代码或企业全称，一次最多 ${count(giftRows)} 家`}
        rules={[{ required: true, whitespace: true, message: '请填写企业，或上传名单' }]}
      >
        <Input.TextArea rows={7} placeholder={'91440300MAXX000013\n深圳市蓝帆跨境电商有限公司'} />
      </Form.Item>
      <div className="gift-file" {...area}>
        <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          上传名单
        </Button>
        <span className="quiet">或把文本、CSV、XLSX 拖到这里；有表头时取“统一社会信用代码”或“企业名称”一列</span>
        <input {...hidden} ref={input} type="file" accept={accept} aria-label="名单文件" onChange={choose} />
      </div>
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {problem && (
        <p className="gift-problem" role="alert">
          {problem}
        </p>
      )}
    </DialogForm>
  )
}
