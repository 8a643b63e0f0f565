import { Form, Input, Radio } from 'antd'
import {
  type AnnouncementLevel,
  type AnnouncementPlace,
  announcementLevelNames,
  announcementLevels,
  announcementPlaceNames,
  announcementPlaces,
} from '#contract/operations/content-names.ts'
import { fromLocal, toLocal } from '#web/ui/china-time.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../../api.ts'
import { MomentField } from '../moment-field.tsx'
import type { ListedAnnouncement } from './announcements-page.tsx'

interface Values {
  title: string
  text: string
  level: AnnouncementLevel
  place: AnnouncementPlace
  starts_at: string
  ends_at?: string
}

interface AnnouncementDialogProps {
  /** Undefined: a new one. */
  announcement: ListedAnnouncement | undefined
  open: boolean
  close: () => void
  done: () => void
}

export function AnnouncementDialog({ announcement, open, close, done }: AnnouncementDialogProps) {
  const [form] = Form.useForm<Values>()
  async function send({ starts_at, ends_at, ...values }: Values) {
    const answer = await api.setAnnouncement({
      ...values,
      starts_at: fromLocal(starts_at),
      ends_at: ends_at ? fromLocal(ends_at) : null,
      ...(announcement && { announcement_id: announcement.announcement_id, revision: announcement.revision }),
    })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53707]: 'ends_at' })
      return false
    }
    toast.success(answer.msg)
    done()
    return true
  }
  const { title, text, level = 'info', place = 'both', starts_at, ends_at } = announcement ?? {}
  return (
    <DialogForm
      title={announcement ? '修改公告' : '写公告'}
      okText={announcement ? '保存' : '存为草稿'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      {announcement?.state === 'shown' && <p className="quiet">这条公告正在显示，保存后立即更新。</p>}
      <Form.Item
        name="title"
        label="标题"
        initialValue={title}
        rules={[{ required: true, whitespace: true, message: '请输入标题' }]}
      >
        <Input autoFocus autoComplete="off" maxLength={40} placeholder="如：系统维护" />
      </Form.Item>
      <Form.Item
        name="text"
        label="内容"
        initialValue={text}
        extra="一两句话；可用 **加粗** 与 [链接文字](/help)"
        rules={[{ required: true, whitespace: true, message: '请输入内容' }]}
      >
        <Input.TextArea rows={3} maxLength={300} />
      </Form.Item>
      <Form.Item name="level" label="级别" initialValue={level}>
        <Radio.Group options={announcementLevels.map(value => ({ value, label: announcementLevelNames[value] }))} />
      </Form.Item>
      <Form.Item name="place" label="显示位置" initialValue={place}>
        <Radio.Group options={announcementPlaces.map(value => ({ value, label: announcementPlaceNames[value] }))} />
      </Form.Item>
      <Form.Item
        name="starts_at"
        label="开始（北京时间）"
        initialValue={toLocal(starts_at ?? new Date().toISOString())}
        rules={[{ required: true, message: '请选择开始时间' }]}
      >
        <MomentField time />
      </Form.Item>
      <Form.Item
        name="ends_at"
        label="结束（北京时间）"
        initialValue={ends_at ? toLocal(ends_at) : undefined}
        extra="不填则一直显示，直到撤下"
      >
        <MomentField time />
      </Form.Item>
    </DialogForm>
  )
}
