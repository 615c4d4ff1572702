import { OperationNodeTransformer } from 'kysely'
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RawNode,
  RootOperationNode,
  SelectQueryNode,
  UnknownRow,
} from 'kysely'
import type { Database } from '#server/platform/database.ts'

/**
 * The same database with the row locks of our own queries taken out: for negative controls. A race that cannot be lost
 * on it proves nothing about the locks.
 */
export const withoutRowLocks = (db: Database): Database =>
  Object.assign(db.withPlugin(new Unlocked()), {
    invalidate: db.invalidate,
    invalidateOffer: db.invalidateOffer,
    onInvalidate: db.onInvalidate,
  })

class Unlocking extends OperationNodeTransformer {
  protected override transformRaw(node: RawNode): RawNode {
    const sqlFragments = node.sqlFragments.map((text) =>
      text.replace(/\bfor (?:(no key )?update|share)( of \w+)?( skip locked)?/gi, ''),
    )
    return super.transformRaw({ ...node, sqlFragments })
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const { endModifiers, ...rest } = super.transformSelectQuery(node)
    const remaining = endModifiers?.filter(({ modifier }) => modifier === undefined)
    return {
      ...rest,
      ...(remaining === undefined || remaining.length === 0 ? {} : { endModifiers: remaining }),
    }
  }
}

class Unlocked implements KyselyPlugin {
  readonly #unlocking = new Unlocking()

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#unlocking.transformNode(node)
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}
