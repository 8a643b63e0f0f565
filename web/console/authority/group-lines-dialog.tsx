import { Form, Select, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { lineGroupLines } from '#contract/line-names.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePreview } from '#web/ui/use-preview.ts'
import { Effect } from './effect.tsx'
import type { GroupDialogProps } from './group-dialogs.tsx'

type Line = OutputOf<'getCompanyVplList'>['list'][number]
const pageSize = 100

/** Every line that is not released, as many as a group holds; undefined after having said why not. */
async function allLines(): Promise<Line[] | undefined> {
  const lines: Line[] = []
  for (let page = 1; page <= lineGroupLines / pageSize; page++) {
    const answer = await api.getCompanyVplList({ page, page_size: pageSize }, { quiet: true })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return undefined
    }
    lines.push(...answer.data.list)
    if (answer.data.list.length < pageSize) break
  }
  return lines
}

export function GroupLinesDialog({ group, open, close, done }: GroupDialogProps) {
  const [lines, setLines] = useState<Line[]>()
  const [chosen, setChosen] = useState(() => group.lines.map(({ svp_id }) => svp_id))
  const input = { group_id: group.group_id, svp_ids: chosen }
  const preview = usePreview('setVplGroupLines', open ? { ...input, preview: true } : undefined)
  useEffect(() => {
    let left = false
    void allLines().then(found => {
      if (!left) setLines(found ?? [])
    })
    return () => {
      left = true
    }
  }, [])
  // Those in the group are known before the others come.
  const known = new Map<string, { value: string; label: string; words: string }>()
  for (const { svp_id, name, city } of group.lines)
    known.set(svp_id, { value: svp_id, label: `${name} · ${city}`, words: `${name} ${city}` })
  for (const { svp_id, name, country, city, address, remark } of lines ?? [])
    known.set(svp_id, {
      value: svp_id,
      label: `${name} · ${address ?? `${city}，待绑定`}`,
      words: `${name} ${country} ${city} ${address ?? ''} ${remark}`,
    })

  async function send() {
    const answer = await api.setVplGroupLines(input)
    if (answer.ok) {
      toast.success(`“${group.name}”现有 ${chosen.length} 条专线`)
      done(group.group_id)
      return true
    }
    if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return false
  }

  return (
    <ConfirmDialog
      title={`调整专线：${group.name}`}
      open={open}
      close={close}
      okText="保存"
      waiting={preview.waiting || preview.refused !== undefined}
      send={send}
      width={560}
    >
      <Form layout="vertical" className="dialog-form">
        <Form.Item label={`专线（已选 ${chosen.length} 条）`} htmlFor="group-lines-choice">
          <Select
            id="group-lines-choice"
            mode="multiple"
            allowClear
            placeholder="按名称、地区、地址或备注查找"
            value={chosen}
            options={[...known.values()]}
            optionFilterProp="words"
            loading={!lines}
            notFoundContent={lines ? '没有符合的专线' : <Spin size="small" />}
            maxTagCount={30}
            onChange={setChosen}
          />
        </Form.Item>
        <Effect preview={preview} />
      </Form>
    </ConfirmDialog>
  )
}
