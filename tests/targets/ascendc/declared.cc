// Prints what definitions and prototypes of operators declare, a line for each part.
#include <cstdio>

#include "opgen_shim_host.h"

namespace {

template <class List>
std::string joined(const List& list) {
  std::string text;
  for (auto one : list) text += (text.empty() ? "" : ",") + std::to_string(static_cast<int>(one));
  return text;
}

const char* presence(ops::Option option) {
  return option == ops::REQUIRED ? "required" : option == ops::OPTIONAL ? "optional" : "dynamic";
}

}  // namespace

int main() {
  for (const auto& [type, op] : ops::registered()) {
    for (const auto* tensors : {&op->inputs, &op->outputs}) {
      for (const auto& one : *tensors) {
        std::printf("%s|tensor|%s|%s|%s|%s\n", type.c_str(), one->name.c_str(),
                    presence(one->presence), joined(one->types).c_str(),
                    joined(one->formats).c_str());
      }
    }
    for (const auto& one : op->attributes) {
      std::printf("%s|attribute|%s|%s|%s|%s\n", type.c_str(), one->name.c_str(),
                  presence(one->presence), one->kind.c_str(), one->value.c_str());
    }
  }
  for (const auto& [type, op] : ge::prototypes()) {
    for (const auto& one : op.tensors) {
      std::printf("%s|prototype|%s|%s|%s\n", type.c_str(), one.name.c_str(), one.role.c_str(),
                  joined(one.types).c_str());
    }
    for (const auto& one : op.attributes) {
      std::printf("%s|default|%s|%s|%s\n", type.c_str(), one.name.c_str(), one.kind.c_str(),
                  one.value.c_str());
    }
  }
  return 0;
}
