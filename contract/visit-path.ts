// Where visits inside an open document are reported. In a file of its own: pages that send them load no schema.
export const visitPath = '/counts'
