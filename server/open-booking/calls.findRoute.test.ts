import { expect, it } from 'vitest'
import { findRoute } from './calls.ts'

const route = (method: string, path: string) => ({ method, path })
const routes = [
  route('GET', '/orders/{uuid}'),
  route('PUT', '/orders/{uuid}'),
  route('GET', '/orders/{uuid}/items/{number}'),
  route('GET', '/orders-rpde'),
]

it('a call has the route of its verb and path, with what the path names', () => {
  expect(findRoute(routes, 'PUT', '/orders/a1')).toEqual({ route: routes[1], params: { uuid: 'a1' } })
  expect(findRoute(routes, 'GET', '/orders/a1/items/2')).toEqual({
    route: routes[2],
    params: { uuid: 'a1', number: '2' },
  })
  expect(findRoute(routes, 'GET', '/orders-rpde')).toEqual({ route: routes[3], params: {} })
})

it('has none for another verb, path or length, or where a name is empty', () => {
  for (const [method, path] of [
    ['DELETE', '/orders/a1'],
    ['GET', '/quotes/a1'],
    ['GET', '/orders'],
    ['GET', '/orders/a1/items'],
    ['GET', '/orders/a1/items/2/more'],
    ['GET', '/orders/a1/places/2'],
    ['GET', '/orders/'],
    ['GET', '/orders//items/2'],
  ] as const)
    expect(findRoute(routes, method, path)).toBeNull()
  expect(findRoute([route('GET', '/x{a}/y'), route('GET', '/{a}x')], 'GET', '/x1/y')).toBeNull()
})
