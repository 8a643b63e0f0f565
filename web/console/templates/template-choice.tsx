import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useMay } from '#web/data/may.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { SearchOutcome } from '#web/ui/search-outcome.tsx'
import { describeTemplate } from './template.ts'
import { useTemplates } from './use-templates.ts'

interface TemplateChoiceProps {
  value: string | undefined
  change: (templateId: string | undefined) => void
  /** An additional note beside the template. */
  note?: string
}

/**
 * Chooses what everyone who is added gets; hidden while the company has no template. A draft may name a template that was deleted
 * or is outside this role. The server would refuse it and the user could not remove it, so it is dropped here.
 */
export function TemplateChoice(props: TemplateChoiceProps) {
  const [dropped, setDropped] = useState(false)
  const may = useMay()('getTemplateList')
  const { value, change } = props
  function drop() {
    setDropped(true)
    change(undefined)
  }
  return (
    <>
      {dropped && !value && (
        <p className="quiet" role="status">
          之前选的入职模板已被删除，或您的角色不再能使用它，因此没有带入。
        </p>
      )}
      {may ? <Choice {...props} drop={drop} /> : value && <Drop drop={drop} />}
    </>
  )
}

/** Drops the choice once it is known to be out of reach. */
function Drop({ drop }: { drop: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it drops once, when it appears
  useEffect(drop, [])
  return null
}

function Choice({ value, change, drop, note = '各行填了的以各行为准' }: TemplateChoiceProps & { drop: () => void }) {
  const { templates, groups, found } = useTemplates()
  const chosen = templates?.find(({ template_id }) => template_id === value)
  if (templates && value && !chosen) return <Drop drop={drop} />
  if (!templates && found.refused)
    return (
      <div className="draft-field reserve-days">
        <span>入职模板</span>
        <SearchOutcome found={found} none="" />
      </div>
    )
  if (!templates?.length) return null
  return (
    <div className="draft-field reserve-days">
      <label htmlFor="template">入职模板（选填）</label>
      <Select
        id="template"
        allowClear={clearable}
        placeholder="不使用模板"
        value={value}
        onChange={(next?: string) => change(next)}
        options={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
      />
      {chosen && (
        <span className="quiet">
          {describeTemplate(chosen, groups)}；{note}
        </span>
      )}
    </div>
  )
}
