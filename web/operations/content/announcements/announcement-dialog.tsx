import { Form, Input, Radio } from 'antd'
import {
  type AnnouncementLevel,
  type AnnouncementPlace,
  announcementLevelNames,
  announcementLevels,
  announcementPlaceNames,
  announcementPlaces,
} from '#contract/content-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { announcementFields } from '#contract/records/announcement-fields.ts'
import { fromLocal, toLocal } from '#web/ui/china-time.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../../api.ts'
import { MomentField } from '../moment-field.tsx'

export type ListedAnnouncement = OperationOutput<'getContentAnnouncementList'>['list'][number]

interface Values {
  title: string
  text: string
  level: AnnouncementLevel
  place: AnnouncementPlace
  starts_at: string
  ends_at?: string
}

interface AnnouncementDialogProps extends ChangeDialogProps {
  /** Undefined to create an announcement. */
  announcement: ListedAnnouncement | undefined
}

export function AnnouncementDialog({ announcement, ...dialog }: AnnouncementDialogProps) {
  const { title, text, level = 'info', place = 'both', starts_at, ends_at } = announcement ?? {}
  return (
    <DialogForm
      title={announcement ? '修改公告' : '写公告'}
      subject={announcement?.announcement_id}
      okText={announcement ? '保存' : '存为草稿'}
      {...dialog}
      call={api.setAnnouncement}
      record={announcement}
      input={({ starts_at, ends_at, ...values }: Values, record) => ({
        ...values,
        starts_at: fromLocal(starts_at, announcement?.starts_at),
        ends_at: ends_at ? fromLocal(ends_at, announcement?.ends_at) : null,
        ...(record && { announcement_id: record.announcement_id, revision: record.revision }),
      })}
      fieldOf={{ [-53707]: 'ends_at' }}
    >
      {announcement?.state === 'shown' && <p className="quiet">这条公告正在显示，保存后立即更新。</p>}
      <TextItem
        name="title"
        field={announcementFields.title}
        initialValue={title}
        required="请输入标题"
        placeholder="如：系统维护"
      />
      <Form.Item
        name="text"
        label={announcementFields.text.label}
        initialValue={text}
        extra="一两句话；可用 **加粗** 与 [链接文字](/help)"
        rules={[{ required: true, whitespace: true, message: '请输入内容' }]}
      >
        <Input.TextArea rows={3} maxLength={announcementFields.text.max} />
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
