import { BankOutlined, IdcardOutlined } from '@ant-design/icons'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { consentStatements } from '#contract/consent-names.ts'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { plainNumber } from '#contract/plain-code.ts'
import { companyFields, personName } from '#contract/records/company-fields.ts'
import { creditCodeProblem, idCardProblem } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDraft, useFormDraft } from '#web/ui/form-draft.tsx'
import { lineFieldProblem, ruled, ticked } from '#web/ui/form-rules.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { toast } from '#web/ui/toast.ts'
import { UploadItem } from '#web/ui/upload-item.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { type Licence, LicenceUpload } from './licence-upload.tsx'

const { name, credit_code, industry, address, contact_name } = companyFields

type Kind = 'company' | 'person'

interface FormValues {
  company_name: string
  credit_code: string
  industry_id: string
  licence: Licence
  person_name: string
  id_number: string
  address?: string
  is_identity: boolean
  is_licence: boolean
}

interface RealnameFormProps {
  /** The reason why the last verification was rejected. */
  rejected: string | undefined
  /** The kind of the rejected verification. */
  before: Kind | undefined
  prefill: OutputOf<'getVerification'>['prefill']
}

const kinds = [
  { kind: 'company', icon: <BankOutlined />, title: '企业认证', text: '公司使用，可进入控制台管理员工与专线' },
  { kind: 'person', icon: <IdcardOutlined />, title: '个人认证', text: '个人使用，或等待企业管理员添加为员工' },
] as const

/** The field that each error code belongs to. */
const fieldOf: Record<number, keyof FormValues> = {
  [-42003]: 'id_number',
  [-42009]: 'id_number',
  [-42010]: 'id_number',
  [-42004]: 'credit_code',
  [-42005]: 'licence',
}

function inputOf(kind: Kind, values: FormValues): InputOf<'wAuth'> {
  const { person_name, id_number, company_name, credit_code, industry_id, licence, address } = values
  // The form can only be sent with its boxes ticked.
  const person = { person_name, id_number, is_identity: 1 } as const
  if (kind === 'person') return { kind, ...person }
  const company = { company_name, credit_code, industry_id, licence_file_id: licence.file_id, is_licence: 1 } as const
  return { kind, ...company, ...person, address: address?.trim() || undefined }
}

/** Each kind of sensitive data has a separate box beside its field, which is not ticked in advance. */
const ConsentBox = ({ of }: { of: keyof typeof consentStatements }) => (
  <Form.Item name={`is_${of}`} valuePropName="checked" rules={[ticked('请勾选单独同意')]}>
    <Checkbox>{consentStatements[of].text}</Checkbox>
  </Form.Item>
)

function CompanyFields() {
  const industries = useCall('getIndustryList', {})
  const options = industries.data?.list.map(({ industry_id, name }) => ({ value: industry_id, label: name }))
  return (
    <>
      <UploadItem name="licence" label="营业执照" rules={[{ required: true, message: '请上传营业执照' }]}>
        <LicenceUpload />
      </UploadItem>
      <ConsentBox of="licence" />
      <div className="pair-fields">
        <Form.Item name="company_name" label={name.label} rules={[ruled(lineFieldProblem(name))]}>
          <Input maxLength={name.max} placeholder="与营业执照一致" autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="credit_code"
          label={credit_code.label}
          normalize={plainNumber}
          validateTrigger="onBlur"
          rules={[ruled(creditCodeProblem)]}
        >
          <Input className="figures" placeholder="18 位" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="industry_id"
          label={industry.label}
          rules={[{ required: true, message: `请选择${industry.label}` }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            loading={industries.loading}
            placeholder="请选择"
            {...outcomeOf(industries, '没有匹配的行业', options)}
          />
        </Form.Item>
        <Form.Item name="address" label={`${address.label}（选填）`} rules={[ruled(lineFieldProblem(address))]}>
          <Input maxLength={address.max} placeholder="办公所在地" autoComplete="street-address" />
        </Form.Item>
      </div>
    </>
  )
}

export function RealnameForm({ rejected, before, prefill }: RealnameFormProps) {
  const [form] = Form.useForm<FormValues>()
  const [kind, setKind] = useState<Kind>(before ?? 'company')
  const leadOn = useLeadOn()

  const draft = useFormDraft()
  const { busy, submit } = useSubmission({
    call: api.wAuth,
    message: '已提交，请等待审核',
    onSuccess() {
      draft.drop()
      leadOn(paths.realname('no'))
    },
    onRefused(answer) {
      toast.error(sentence(answer))
      if (answer.code === -42001 || answer.code === -42002) return void leadOn(paths.realname('no'))
      const field = fieldOf[answer.code]
      if (!field) return
      form.setFields([{ name: field, errors: [answer.msg] }])
      form.scrollToField(field, { block: 'center', focus: true })
    },
  })

  const company = kind === 'company'
  const person = company ? contact_name : personName
  return (
    <section className="sheet" aria-labelledby="realname-title">
      <h1 id="realname-title">实名认证</h1>
      <p className="quiet">依照法律法规，使用跨境网络服务前须完成实名认证。证件号加密保存，页面上只显示首尾几位。</p>
      {rejected && (
        <div className="reason" role="note">
          <strong>上次的驳回原因</strong>
          <p>{rejected}</p>
        </div>
      )}
      <fieldset className="choices">
        <legend>认证类型</legend>
        {kinds.map(choice => (
          <label key={choice.kind} data-chosen={choice.kind === kind ? '' : undefined}>
            <input
              type="radio"
              name="kind"
              value={choice.kind}
              checked={choice.kind === kind}
              onChange={() => setKind(choice.kind)}
            />
            {choice.icon}
            <span>
              <strong>{choice.title}</strong>
              <span>{choice.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Form
        form={form}
        layout="vertical"
        initialValues={prefill ?? undefined}
        onFinish={values => void submit(inputOf(kind, values))}
        onValuesChange={draft.keep}
        disabled={busy}
      >
        <FormDraft key={kind} name={`realname ${kind}`} subject={undefined} draft={draft} />
        {company && <CompanyFields />}
        <div className="pair-fields">
          <Form.Item name="person_name" label={person.label} rules={[ruled(lineFieldProblem(person))]}>
            <Input
              maxLength={person.max}
              autoComplete="name"
              placeholder={company ? '法定代表人，或授权的经办人' : '与身份证一致'}
            />
          </Form.Item>
          <Form.Item
            name="id_number"
            label={company ? '联系人身份证号' : '身份证号'}
            normalize={plainNumber}
            validateTrigger="onBlur"
            rules={[ruled(value => idCardProblem(value))]}
          >
            <Input className="figures" autoComplete="off" placeholder="18 位，末位可为 X" />
          </Form.Item>
        </div>
        <ConsentBox of="identity" />
        <Button look="primary" type="submit" loading={busy} size="large" className="wide">
          提交审核
        </Button>
      </Form>
    </section>
  )
}
