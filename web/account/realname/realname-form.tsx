import { BankOutlined, IdcardOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { creditCodeProblem, idCardProblem } from '#contract/rules.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'
import { useCall } from '#web/ui/use-call.ts'
import { lineProblem, ruled, upper } from '../rules.ts'
import { type Licence, LicenceUpload } from './licence-upload.tsx'

type Kind = 'company' | 'person'

interface FormValues {
  company_name: string
  credit_code: string
  industry_id: string
  licence: Licence
  person_name: string
  id_number: string
  address?: string
}

interface RealnameFormProps {
  /** Why the last one was refused. */
  rejected: string | undefined
  /** Of the verification that was refused. */
  before: Kind | undefined
  prefill: OutputOf<'getVerification'>['prefill']
}

const kinds = [
  { kind: 'company', icon: <BankOutlined />, title: '企业认证', text: '公司使用，可进入控制台管理员工与专线' },
  { kind: 'person', icon: <IdcardOutlined />, title: '个人认证', text: '个人使用，或等待企业管理员添加为员工' },
] as const

/** The field a refusal is about. */
const fieldOf: Record<number, keyof FormValues> = {
  [-42003]: 'id_number',
  [-42004]: 'credit_code',
  [-42005]: 'licence',
}

function inputOf(kind: Kind, values: FormValues): InputOf<'wAuth'> {
  const { person_name, id_number, company_name, credit_code, industry_id, licence, address } = values
  const person = { person_name, id_number }
  if (kind === 'person') return { kind, ...person }
  const company = { company_name, credit_code, industry_id, licence_file_id: licence.file_id }
  return { kind, ...company, ...person, address: address?.trim() || undefined }
}

function CompanyFields() {
  const industries = useCall('getIndustryList', {}, { quiet: true })
  const options = industries.data?.list.map(({ industry_id, name }) => ({ value: industry_id, label: name }))
  return (
    <>
      <Form.Item name="licence" label="营业执照" rules={[{ required: true, message: '请上传营业执照' }]}>
        <LicenceUpload />
      </Form.Item>
      <div className="pair-fields">
        <Form.Item name="company_name" label="企业名称" rules={[ruled(lineProblem('企业名称', 100, 4))]}>
          <Input maxLength={100} placeholder="与营业执照一致" autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="credit_code"
          label="统一社会信用代码"
          normalize={upper}
          validateTrigger="onBlur"
          rules={[ruled(creditCodeProblem)]}
        >
          <Input className="figures" maxLength={18} placeholder="18 位" autoComplete="off" />
        </Form.Item>
        <Form.Item name="industry_id" label="所属行业" rules={[{ required: true, message: '请选择所属行业' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            loading={industries.loading}
            placeholder="请选择"
            notFoundContent={industries.refused ? '行业列表没有加载成功，请刷新页面' : '没有匹配的行业'}
          />
        </Form.Item>
        <Form.Item name="address" label="企业地址（选填）" rules={[ruled(lineProblem('企业地址', 200, 0))]}>
          <Input maxLength={200} placeholder="办公所在地" autoComplete="street-address" />
        </Form.Item>
      </div>
    </>
  )
}

export function RealnameForm({ rejected, before, prefill }: RealnameFormProps) {
  const [form] = Form.useForm<FormValues>()
  const [kind, setKind] = useState<Kind>(before ?? 'company')
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()

  async function send(values: FormValues) {
    setBusy(true)
    const answer = await api.wAuth(inputOf(kind, values))
    setBusy(false)
    if (answer.ok) {
      toast.success('已提交，请等待审核')
      return navigate(paths.realname('no'))
    }
    if (isSessionRefusal(answer)) return
    toast.error(sentence(answer))
    if (answer.code === -42001 || answer.code === -42002) return navigate(paths.realname('no'))
    const field = fieldOf[answer.code]
    if (!field) return
    form.setFields([{ name: field, errors: [answer.msg] }])
    form.scrollToField(field, { block: 'center', focus: true })
  }

  const company = kind === 'company'
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
      <Form form={form} layout="vertical" initialValues={prefill ?? undefined} onFinish={send} disabled={busy}>
        {company && <CompanyFields />}
        <div className="pair-fields">
          <Form.Item
            name="person_name"
            label={company ? '联系人姓名' : '真实姓名'}
            rules={[ruled(lineProblem(company ? '联系人姓名' : '真实姓名', 50, 2))]}
          >
            <Input
              maxLength={50}
              autoComplete="name"
              placeholder={company ? '法定代表人，或授权的经办人' : '与身份证一致'}
            />
          </Form.Item>
          <Form.Item
            name="id_number"
            label={company ? '联系人身份证号' : '身份证号'}
            normalize={upper}
            validateTrigger="onBlur"
            rules={[ruled(value => idCardProblem(value))]}
          >
            <Input className="figures" maxLength={18} autoComplete="off" placeholder="18 位，末位可为 X" />
          </Form.Item>
        </div>
        <Button type="primary" htmlType="submit" loading={busy} size="large" className="wide">
          提交审核
        </Button>
      </Form>
    </section>
  )
}
