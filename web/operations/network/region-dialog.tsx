import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import '../network.css'
import { Form, Input, InputNumber, Select } from 'antd'
import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { codeField, continents, regionFields, sortField } from '#contract/records/place-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { DotMap } from '#web/ui/dot-map.tsx'
import { placeName } from '#web/ui/format.ts'
import { api } from '../api.ts'

export type ListedRegion = OperationOutput<'getNetworkRegions'>['list'][number]

type Values = Omit<OperationInput<'setRegion'>, 'region_id'>

interface RegionDialogProps extends ChangeDialogProps {
  /** Undefined to create a region. */
  region: ListedRegion | undefined
}

export function RegionDialog({ region, ...dialog }: RegionDialogProps) {
  const [form] = Form.useForm<Values>()
  const { country = '', city = '', latitude, longitude } = Form.useWatch([], form) ?? {}
  const nodes =
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ id: 'here', latitude, longitude }] : []
  return (
    <DialogForm
      title={region ? `修改 ${placeName(region)}` : '添加地区'}
      subject={region?.region_id}
      okText={region ? '保存' : '添加'}
      {...dialog}
      form={form}
      call={api.setRegion}
      record={region}
      input={(values, record) => ({ region_id: record?.region_id, ...changedFrom(record, values) })}
      fieldOf={{ [-53600]: 'code' }}
      message={({ msg }, { country = '', city = '' }) =>
        region ? msg : `${placeName({ country, city })} 已添加，尚未上架`
      }
      width={620}
    >
      <div className="form-pairs">
        <TextItem
          name="country"
          field={regionFields.country}
          initialValue={region?.country}
          required="请输入国家或地区"
          placeholder="日本"
        />
        <TextItem
          name="city"
          field={regionFields.city}
          initialValue={region?.city}
          required="请输入城市"
          placeholder="东京"
        />
        <TextItem
          name="city_latin"
          field={regionFields.city_latin}
          initialValue={region?.city_latin}
          required="请输入英文名"
          placeholder="Tokyo"
        />
        <Form.Item
          name="code"
          label={codeField.label}
          initialValue={region?.code}
          extra="导入地址时使用，创建后不能修改"
          rules={[{ required: true, pattern: codeField.pattern, message: '小写字母、数字与连字符，如 jp-tokyo' }]}
        >
          <Input disabled={Boolean(region)} maxLength={codeField.max} placeholder="jp-tokyo" autoComplete="off" />
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
          label={sortField.label}
          initialValue={region?.sort ?? 0}
          extra="小的在前"
          rules={[{ required: true, message: '请输入排序' }]}
        >
          <InputNumber min={0} max={sortField.max} precision={0} />
        </Form.Item>
        <Form.Item
          name="latitude"
          label={regionFields.latitude.label}
          initialValue={region?.latitude}
          rules={[{ required: true, message: '请输入纬度' }]}
        >
          <InputNumber
            min={-regionFields.latitude.max}
            max={regionFields.latitude.max}
            step={0.1}
            precision={4}
            placeholder="35.6762"
          />
        </Form.Item>
        <Form.Item
          name="longitude"
          label={regionFields.longitude.label}
          initialValue={region?.longitude}
          rules={[{ required: true, message: '请输入经度' }]}
        >
          <InputNumber
            min={-regionFields.longitude.max}
            max={regionFields.longitude.max}
            step={0.1}
            precision={4}
            placeholder="139.6503"
          />
        </Form.Item>
      </div>
      <DotMap
        nodes={nodes}
        label={nodes.length ? `地图预览：纬度 ${latitude}，经度 ${longitude}` : '地图预览：填写经纬度后显示位置'}
        selected="here"
        onSelect={() => {}}
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
