import '../content.css'
import { Form } from 'antd'
import { type TermsKind, termsNames } from '#contract/content-names.ts'
import { termsFields } from '#contract/records/terms-fields.ts'
import type { Refused } from '#web/data/answers.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime } from '#web/ui/format.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { termsLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton, useMayAct } from '../../act.tsx'
import { api } from '../../api.ts'
import { useOperationPreview } from '../../use-operation.ts'
import { Leaving } from '../editor/leaving.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { Panes } from '../editor/panes.tsx'
import { PreviewFrame } from '../editor/preview-frame.tsx'
import { useWriting } from '../editor/use-writing.ts'
import { ContractHint } from './contract-hint.tsx'
import type { EditedTerms } from './terms-conflict.tsx'
import { TermsConflict } from './terms-conflict.tsx'
import { TermsFields, type TermsName } from './terms-fields.tsx'

type Writing = TermsName & { markdown: string }

const writingOf = ({ version, effective_on, markdown }: EditedTerms): Writing => ({ version, effective_on, markdown })

const Preview = ({ which, values }: { which: TermsKind; values: Writing }) => (
  <PreviewFrame answer={useOperationPreview('previewTerms', { which, ...values }, 300)} />
)

export function TermsEditor({ terms, changed }: { terms: EditedTerms; changed: () => void }) {
  const [form] = Form.useForm<TermsName>()
  const writing = useWriting(`terms:${terms.terms_id}`, { revision: terms.revision, values: writingOf(terms) })
  const publishing = useDialog<true>()
  const conflict = useDialog<true>()
  const { values } = writing
  const { terms_id, which } = terms
  const isDraft = terms.state === 'draft'
  const writes = useMayAct() && isDraft
  const dirty = isDraft && writing.dirty

  function tell(refused: Refused) {
    if (refused.code === -53022) conflict.show(true)
    else showRefusal(refused, { form, fieldOf: { [-53705]: 'version' } })
  }
  const saving = useSubmission({
    call: api.saveTermsVersion,
    onRefused: tell,
    onSuccess: ({ data }) => writing.settle({ revision: data.revision, values }),
    done: changed,
  })
  /** Returns whether it was saved; a failure has already been reported. */
  async function save(revision = writing.revision): Promise<boolean> {
    const checked = await form.validateFields().catch(() => undefined)
    return checked !== undefined && saving.submit({ terms_id, revision, ...values })
  }
  async function askToPublish() {
    if (!dirty || (await save())) publishing.show(true)
  }
  return (
    <>
      <Leaving dirty={dirty} />
      <header className="editor-head">
        <div>
          <h1>
            {termsNames[which]} {values.version}
          </h1>
          <p className="editor-facts quiet">
            <StateTag state={termsLooks[terms.state]} />
            <span>
              {terms.saved_by} 保存于 {dateTime(terms.saved_at)}
            </span>
            <span role="status">{dirty ? '有没保存的内容（已留在这台电脑）' : ''}</span>
          </p>
        </div>
        {isDraft && (
          <div className="row">
            <ActButton disabled={!dirty} loading={saving.busy} onClick={() => void save()}>
              保存
            </ActButton>
            <ActButton look="primary" onClick={() => void askToPublish()}>
              发布
            </ActButton>
          </div>
        )}
      </header>
      <div className="editor-alerts">
        {!isDraft && <Alert type="info" title="已发布的版本不能修改。需要修改时，请新建一个版本。" />}
        {isDraft && writing.restoredAt && (
          <Alert
            type="warning"
            title={`已恢复这台电脑上 ${dateTime(writing.restoredAt)} 没保存的内容`}
            action={
              <Button size="small" onClick={() => form.setFieldsValue(writing.discard())}>
                放弃这些内容
              </Button>
            }
          />
        )}
      </div>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        onValuesChange={(next: Partial<TermsName>) => writing.change(next)}
      >
        <div className="sheet editor-fields">
          <TermsFields which={which} disabled={!writes} />
        </div>
      </Form>
      {which === 'contract' ? (
        <ContractHint markdown={values.markdown} />
      ) : (
        <p className="quiet editor-hint">
          {
            '{{brandName}}、{{copyright}}、{{supportPhone}}、{{officeAddress}}、{{agreementVersion}} 会换成配置里的内容。'
          }
        </p>
      )}
      <Panes
        editor={
          <MarkdownEditor
            label={termsFields.markdown.label}
            readOnly={!writes}
            value={values.markdown}
            onChange={markdown => writing.change({ markdown })}
          />
        }
        preview={() => <Preview which={which} values={values} />}
      />
      {publishing.subject && (
        <ConfirmDialog
          key={`publish-${publishing.key}`}
          title={`发布${termsNames[which]}`}
          okText="发布"
          {...publishing.props}
          call={api.publishTermsVersion}
          input={{ terms_id, revision: writing.revision }}
          onRefused={tell}
          outdatedBy="any"
          done={changed}
        >
          <p>
            {termsNames[which]} <strong>{values.version}</strong> 自 {values.effective_on}{' '}
            {which === 'contract'
              ? '起成为现行版本，之后的订单与报价的合同按它生成。'
              : '起成为现行版本，之后注册与登录的人同意的就是它。'}
            <strong>发布后不能修改，也不能撤回。</strong>
          </p>
        </ConfirmDialog>
      )}
      {conflict.subject && (
        <TermsConflict
          key={`conflict-${conflict.key}`}
          termsId={terms_id}
          mine={values.markdown}
          {...conflict.props}
          overwrite={save}
          take={theirs => {
            writing.replace({ revision: theirs.revision, values: writingOf(theirs) })
            form.setFieldsValue(writingOf(theirs))
            changed()
          }}
        />
      )}
    </>
  )
}
