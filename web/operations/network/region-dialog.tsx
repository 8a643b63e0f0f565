import '../network.css'
import { Form, Input, InputNumber, Select } from 'antd'
import type { OperationInput } from '#contract/operations/index.ts'
import { continents } from '#contract/operations/network-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { DotMap } from '#web/ui/dot-map.tsx'
import { placeName } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedRegion } from './regions-page.tsx'

type Values = Omit<OperationInput<'setRegion'>, 'region_id'>

interface RegionDialogProps {
  /** Undefined: a new one. */
  region: ListedRegion | undefined
  open: boolean
  close: () => void
  done: () => void
}

export function RegionDialog({ region, open, close, done }: RegionDialogProps) {
  const [form] = Form.useForm<Values>()
  const { country = '', city = '', latitude, longitude } = Form.useWatch([], form) ?? {}
  async function send(values: Values) {
    const answer = await api.setRegion({ ...values, region_id: region?.region_id })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53600]: 'code' })
      return false
    }
    toast.success(region ? answer.msg : `${placeName(values)} 已添加，尚未上架`)
    done()
    return true
  }
  const nodes =
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ id: 'here', latitude, longitude }] : []
  return (
    <DialogForm
      title={region ? `修改 ${placeName(region)}` : '添加地区'}
      okText={region ? '保存' : '添加'}
      open={open}
      close={close}
      form={form}
      send={send}
      width={620}
    >
      <div className="form-pairs">
        <Form.Item
          name="country"
          label="国家或地区"
          initialValue={region?.country}
          rules={[{ required: true, whitespace: true, message: '请输入国家或地区' }]}
        >
          <Input autoFocus={!region} maxLength={30} placeholder="日本" />
        </Form.Item>
        <Form.Item
          name="city"
          label="城市"
          initialValue={region?.city}
          rules={[{ required: true, whitespace: true, message: '请输入城市' }]}
        >
          <Input maxLength={30} placeholder="东京" />
        </Form.Item>
        <Form.Item
          name="city_latin"
          label="英文名"
          initialValue={region?.city_latin}
          rules={[{ required: true, whitespace: true, message: '请输入英文名' }]}
        >
          <Input maxLength={60} placeholder="Tokyo" />
        </Form.Item>
        <Form.Item
          name="code"
          label="代码"
          initialValue={region?.code}
          extra="导入地址时使用，创建后不能修改"
          rules={[
            { required: true, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, message: '小写字母、数字与连字符，如 jp-tokyo' },
          ]}
        >
          <Input disabled={Boolean(region)} maxLength={40} placeholder="jp-tokyo" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="continent"
          label="大洲"
          initialValue={region?.continent}
          rules={[{ required: true, message: '请选择大洲' }]}
        >
          <Select options={continents.map(value => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item
          name="sort"
          label="排序"
          initialValue={region?.sort ?? 0}
          extra="小的在前"
          rules={[{ required: true, message: '请输入排序' }]}
        >
          <InputNumber min={0} max={9999} precision={0} />
        </Form.Item>
        <Form.Item
          name="latitude"
          label="纬度"
          initialValue={region?.latitude}
          rules={[{ required: true, message: '请输入纬度' }]}
        >
          <InputNumber min={-90} max={90} step={0.1} precision={4} placeholder="35.6762" />
        </Form.Item>
        <Form.Item
          name="longitude"
          label="经度"
          initialValue={region?.longitude}
          rules={[{ required: true, message: '请输入经度' }]}
        >
          <InputNumber min={-180} max={180} step={0.1} precision={4} placeholder="139.6503" />
        </Form.Item>
      </div>
      <DotMap
        nodes={nodes}
        label={nodes.length ? `地图预览：纬度 ${latitude}，经度 ${longitude}` : '地图预览：填写经纬度后显示位置'}
        chosen="here"
        choose={() => {}}
        caption={node =>
          node ? (
            <strong>{city ? placeName({ country, city }) : '位置预览'}</strong>
          ) : (
            <span>填写经纬度后，这里显示位置</span>
          )
        }
      />
    </DialogForm>
  )
}
