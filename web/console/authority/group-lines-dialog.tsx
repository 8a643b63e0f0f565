import { Form, Select, Spin } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { lineGroupLines } from '#contract/line-names.ts'
import type { Refused } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { clearable } from '#web/ui/clearable.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { SearchOutcome } from '#web/ui/search-outcome.tsx'
import { useDraft } from '#web/ui/use-draft.tsx'
import { lineLabel } from '../lines/line-label.ts'
import { differences } from './differences.ts'
import type { GroupDialogProps } from './group.ts'

type Line = OutputOf<'getCompanyVplList'>['list'][number]
const pageSize = 100

/** Loads every line that is not released, up to the limit of a group. */
async function allLines(): Promise<Line[] | Refused> {
  const lines: Line[] = []
  for (let page = 1; page <= lineGroupLines / pageSize; page++) {
    const answer = await api.getCompanyVplList({ page, page_size: pageSize })
    if (!answer.ok) return answer
    lines.push(...answer.data.list)
    if (answer.data.list.length < pageSize) break
  }
  return lines
}

export function GroupLinesDialog({ group, open, close, done }: GroupDialogProps) {
  const [loaded, setLoaded] = useState<Line[] | Refused>()
  const lines = Array.isArray(loaded) ? loaded : undefined
  const refused = Array.isArray(loaded) ? undefined : loaded
  const [search, setSearch] = useState('')
  const draft = useDraft(
    `lines ${group.group_id}`,
    group.lines.map(({ svp_id }) => svp_id),
  )
  const chosen = draft.value
  // Lines that another manager adds or removes meanwhile are left alone.
  const { added, removed } = differences(draft.beginning, chosen)
  const input = added || removed ? { group_id: group.group_id, add_svp_ids: added, remove_svp_ids: removed } : undefined
  const plan = usePlan('setVplGroupLines', open ? input : undefined)
  const load = useCallback(() => {
    setLoaded(undefined)
    void allLines().then(setLoaded)
  }, [])
  useEffect(load, [load])
  // The group's own lines are known before all others are loaded.
  const optionById = new Map<string, { value: string; label: string; words: string }>()
  for (const { svp_id, name, city } of group.lines)
    optionById.set(svp_id, { value: svp_id, label: `${name} · ${city}`, words: `${name} ${city}` })
  for (const line of lines ?? []) {
    const { svp_id, name, country, city, address, remark } = line
    optionById.set(svp_id, {
      value: svp_id,
      label: lineLabel(line),
      words: `${name} ${country} ${city} ${address ?? ''} ${remark}`,
    })
  }
  const options = [...optionById.values()]
  const isFound = ({ words }: { words: string }) => words.toLowerCase().includes(search.trim().toLowerCase())
  const found = search.trim() ? options.filter(isFound).map(({ value }) => value) : []

  return (
    <ConfirmDialog
      title={`调整专线：${group.name}`}
      open={open}
      close={close}
      giveUp={draft.drop}
      okText="保存"
      waiting={!input || plan.loading || plan.refused !== undefined}
      call={api.setVplGroupLines}
      input={input}
      message={`“${group.name}”已加入 ${added?.length ?? 0} 条、移出 ${removed?.length ?? 0} 条专线`}
      done={() => done(group.group_id)}
      width={560}
    >
      <Form layout="vertical" className="dialog-form">
        {draft.note}
        <Form.Item
          label={`专线（已选 ${chosen.length} 条）`}
          htmlFor="group-lines-choice"
          extra={refused && <SearchOutcome found={{ refused, loading: false, reload: load }} none="" />}
        >
          <Select
            id="group-lines-choice"
            mode="multiple"
            allowClear={clearable}
            placeholder="按名称、地区、地址或备注查找"
            value={chosen}
            options={options}
            filterOption={(_, option) => option !== undefined && isFound(option)}
            // Several matches of one search can be chosen one after the other, or all together.
            autoClearSearchValue={false}
            searchValue={search}
            onSearch={setSearch}
            popupRender={menu => (
              <>
                {menu}
                {found.length > 1 && (
                  // The list would close if it lost the focus.
                  <div className="row found-lines" onPointerDown={event => event.preventDefault()}>
                    <Button size="small" onClick={() => draft.set([...new Set([...chosen, ...found])])}>
                      选入查到的 {found.length} 条
                    </Button>
                    <Button size="small" onClick={() => draft.set(chosen.filter(id => !found.includes(id)))}>
                      移出查到的 {found.length} 条
                    </Button>
                  </div>
                )}
              </>
            )}
            loading={!loaded}
            notFoundContent={lines ? '没有符合的专线' : refused ? '专线没有读到' : <Spin size="small" />}
            maxTagCount={30}
            onChange={draft.set}
          />
        </Form.Item>
        {input && <Plan plan={plan} />}
      </Form>
    </ConfirmDialog>
  )
}
