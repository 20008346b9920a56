// The object with the attributes of a primitive, as MindSpore's launcher lays it out: declared
// like MindSpore's own `AotExtra`, where an attribute of a type that it lacks is T().
#ifndef EXTRA_H_
#define EXTRA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Element types as MindSpore numbers them.
enum TypeId : int {};

class KernelData {
 public:
  virtual ~KernelData() = default;
};

class Extra {
 public:
  virtual ~Extra() = default;
  virtual bool HasAttr(std::string name) = 0;

  template <typename T>
  T Attr(std::string) {
    return T();
  }

  void SetWorkSpace(const std::vector<size_t>& bytes) { workspace_ = bytes; }
  const std::vector<size_t>& WorkSpace() const { return workspace_; }

 private:
  virtual bool Bool(std::string name) = 0;
  virtual int64_t Integer(std::string name) = 0;
  virtual float Float(std::string name) = 0;
  virtual std::string Text(std::string name) = 0;
  virtual std::vector<int64_t> Integers(std::string name) = 0;
  virtual std::vector<float> Floats(std::string name) = 0;
  virtual std::vector<std::vector<int64_t>> IntegerLists(std::string name) = 0;
  virtual std::vector<std::vector<float>> FloatLists(std::string name) = 0;

  std::vector<size_t> workspace_;
  KernelData* data_ = nullptr;
};

template <>
inline float Extra::Attr<float>(std::string name) {
  return Float(name);
}

#endif  // EXTRA_H_
