import { PlusOutlined } from '@ant-design/icons'
import { describeTemplate, type Template } from '#web/console/templates/template.ts'
import { useTemplates } from '#web/console/templates/use-templates.ts'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useDepartments } from '../../departments/use-departments.ts'
import { TemplateForm } from './template-form.tsx'

/** Lists the templates: named sets of assets for people who join or move. */
export function Templates() {
  const { templates, groups, groupsFound, found } = useTemplates()
  const { refused, reload } = found
  const { tree } = useDepartments()
  const editing = useDialog<{ template?: Template }>()
  const deleting = useDialog<Template>()
  if (!templates) return <Placeholder refused={refused} retry={reload} rows={6} />
  const create = (
    <May call="setTemplate">
      <Button icon={<PlusOutlined />} onClick={() => editing.show({})}>
        新建模板
      </Button>
    </May>
  )
  return (
    <>
      {templates.length ? (
        <section className="sheet" aria-label="入职模板">
          <div className="sheet-head">
            <p className="quiet">在添加员工时选用，或在员工列表中选择多人后套用。</p>
            {create}
          </div>
          <ul className="templates">
            {templates.map(template => (
              <li key={template.template_id}>
                <span className="two-lines">
                  <strong>{template.name}</strong>
                  <span>{describeTemplate(template, groups)}</span>
                </span>
                <span className="row">
                  <May call="setTemplate">
                    <Button
                      size="small"
                      aria-label={`修改模板${template.name}`}
                      onClick={() => editing.show({ template })}
                    >
                      修改
                    </Button>
                  </May>
                  <May call="delTemplate">
                    <Button
                      size="small"
                      danger
                      aria-label={`删除模板${template.name}`}
                      onClick={() => deleting.show(template)}
                    >
                      删除
                    </Button>
                  </May>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <Empty
          title="还没有入职模板"
          text="例如“日本站运营”：部门、30 天时长、2 台设备与日本站的专线组，添加员工时一次给齐。"
          action={create}
        />
      )}
      {editing.subject && (
        <TemplateForm
          key={`edit ${editing.key}`}
          template={editing.subject.template}
          tree={tree}
          groups={groups}
          groupsFound={groupsFound}
          {...editing.props}
          done={reload}
        />
      )}
      {deleting.subject && (
        <ConfirmDialog
          key={`delete ${deleting.key}`}
          title={`删除模板“${deleting.subject.name}”`}
          {...deleting.props}
          okText="删除"
          danger
          call={api.delTemplate}
          input={{ template_id: deleting.subject.template_id }}
          message="已删除"
          outdatedBy={[-47050]}
          done={reload}
        >
          <p>已经套用过的人不受影响。</p>
        </ConfirmDialog>
      )}
    </>
  )
}
