import { Select } from 'antd'
import { clearable } from '#web/ui/clearable.tsx'
import { May } from '#web/ui/may.tsx'
import { describeTemplate } from './template.ts'
import { useTemplates } from './use-templates.ts'

interface TemplateChoiceProps {
  value: string | undefined
  change: (templateId: string | undefined) => void
  /** An additional note beside the template. */
  note?: string
}

/** Chooses what everybody who is added gets; nothing is shown while the company has no template. */
export const TemplateChoice = (props: TemplateChoiceProps) => (
  <May call="getTemplateList">
    <Choice {...props} />
  </May>
)

function Choice({ value, change, note = '各行填了的以各行为准' }: TemplateChoiceProps) {
  const { templates, groups } = useTemplates()
  if (!templates?.length) return null
  const chosen = templates.find(({ template_id }) => template_id === value)
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
