import '../network.css'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { uuid } from '#web/ui/list/address.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { ChooseFile } from './choose-file.tsx'
import type { Preview } from './import-preview.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'

/** Choose a file, check it, import it. The address holds a running import, so that a reload still shows it. */
export function AddressImportPage() {
  const [search, setSearch] = useSearchParams()
  const [preview, setPreview] = useState<Preview>()
  const running = uuid(search.get('import') ?? '')
  const show = (id: string | undefined) => {
    setPreview(undefined)
    setSearch(id ? { import: id } : {}, { replace: true })
  }
  return (
    <>
      <ListHead title="批量导入地址" text="先检查每一行并按地区与接入方式计数，确认之后才会入库。" />
      {running ? (
        <ImportProgress key={running} id={running} again={() => show(undefined)} />
      ) : preview ? (
        <ImportPreview preview={preview} again={() => setPreview(undefined)} started={show} />
      ) : (
        <ChooseFile chosen={setPreview} />
      )}
    </>
  )
}
